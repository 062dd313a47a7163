/** The texts at one place in the events of an unknown format, and how they join. */
import type { Label } from '../events/eventLeaves';
import type { EventSigns } from '../events/eventSigns';
import { getOrAdd } from '../events/getOrAdd';
import { hasOtherWord, isText, rankOf, saysEnd } from '../events/likelyWords';
import { TextLabels } from '../events/textLabels';
import { JoinedText } from '../reader/messages';

/** Events that are named alike. */
export interface Kind extends EventSigns {
	/** The number of the first of these events. */
	readonly first: number;
}

/** What has a word for something else, as a name or a type, is the unlikeliest. */
const rankOfOthers = 1000;

/** Whether a text is no text, but ends the answer: "[DONE]", "<END>", "<|im_end|>". */
const isEndMark = (text: string) => /^[[<][\w| -]{1,40}[\]>]$/.test(text) && saysEnd(text);

/** The texts at a path, in events of the same types. */
export class Place {
	/** How likely it is that of the answer: the lower, the likelier. */
	readonly rank: number;
	/** A text that is no text, but ends the answer. */
	private mark: string | undefined;
	/** The number of the last event with a text. */
	lastEvent = 0;
	/** The kinds of the events with these texts. */
	readonly kinds = new Map<string, EventSigns>();
	/** Events with texts here that are not of the answer, by their labels. */
	readonly others = new Map<string, EventSigns>();
	private readonly labels = new TextLabels();
	/** The number of the last of these. */
	private lastOther = -1;
	/** An event has texts of the answer, and others. */
	private isMixed = false;
	private hasQuestion = false;
	readonly joined = new JoinedText();

	constructor(
		readonly types: readonly string[],
		readonly path: string,
		private readonly question: string,
	) {
		const names = path.split('.');
		const isOther = [...types, ...names].some(hasOtherWord);
		this.rank = rankOf(names.at(-1) ?? '') + (isOther ? rankOfOthers : 0);
	}

	/**
	 * @param event its number
	 * @returns whether the text may be of the answer
	 */
	add(text: string, labels: readonly Label[], signs: EventSigns, event: number): boolean {
		const other = labels.find(({ isOther }) => isOther);
		if (other) {
			getOrAdd(this.others, `${other.field}=${other.value}`, () => signs);
			this.lastOther = event;
		} else {
			getOrAdd(this.kinds, signs.kind, () => signs);
			this.labels.add(labels);
			this.addText(text, event);
		}
		this.isMixed ||= this.lastOther === this.lastEvent;
		return other === undefined;
	}

	/** @param event its number */
	addText(text: string, event: number): void {
		this.mark = isEndMark(text) ? text : undefined;
		if (this.mark !== undefined) return;
		this.hasQuestion ||= text.trim() !== '' && text.trim() === this.question;
		if (this.joined.isRepeatedBy(text)) this.joined.replace(text);
		else this.joined.append(text);
		this.lastEvent = event;
	}

	/** The word for a text that ends the answer. */
	get endMark(): string | undefined {
		if (this.mark === undefined || this.path === '') return this.mark;
		return `${this.path}=${this.mark}`;
	}

	/** Whether the texts may join in two ways, or some may not be of the answer. */
	get isUnclear(): boolean {
		const { count, growsOnly, growths, isSnapshot } = this.joined;
		const isGrowing = growsOnly ? count > 1 : growths >= (count - 1) / 2;
		const mayGrow = isGrowing && !isSnapshot;
		const isOther = this.rank >= rankOfOthers && !isText(this.rank - rankOfOthers);
		const isDivided = this.hasQuestion || this.isMixed || this.labels.areSeveral(isSnapshot);
		return isOther || mayGrow || isDivided;
	}

	/** Whether the text is always the same word, such as "success". */
	get isLabel(): boolean {
		const { growsOnly, growths, last } = this.joined;
		return growsOnly && growths === 0 && !/\s/.test(last);
	}

	get text(): string {
		return this.joined.isSnapshot ? this.joined.last : this.joined.text;
	}
}
