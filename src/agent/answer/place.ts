/** The texts at one place in the events of an unknown format, and how they join. */
import type { Leaf } from './eventLeaves';
import type { EventSigns } from './eventSigns';
import { hasOtherWord, isText, rankOf, saysEnd } from './likelyWords';
import { JoinedText } from './messages';
import { TextStates } from './textStates';

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
	private hasMarkInside = false;
	private hasQuestion = false;
	/** The number of the last event with a text. */
	lastEvent = 0;
	private readonly states = new TextStates();
	private readonly joined = new JoinedText();

	constructor(
		readonly types: readonly string[],
		readonly names: readonly string[],
		private readonly question: string,
	) {
		const isOther = [...types, ...names].some(hasOtherWord);
		this.rank = rankOf(names.at(-1) ?? '') + (isOther ? rankOfOthers : 0);
	}

	/**
	 * @param event its number
	 * @returns whether the text may be of the answer
	 */
	add({ value, states }: Leaf, kind: Kind, event: number): boolean {
		if (!this.states.add(states, kind)) return false;
		this.addText(String(value), event);
		return true;
	}

	/** @param event its number */
	addText(text: string, event: number): void {
		if (isEndMark(text)) {
			this.mark = text;
			return;
		}
		this.hasMarkInside ||= this.mark !== undefined;
		this.hasQuestion ||= text.trim() !== '' && text.trim() === this.question;
		if (this.joined.isRepeatedBy(text)) this.joined.replace(text);
		else this.joined.append(text);
		this.lastEvent = event;
	}

	/** The word for a text that ends the answer. */
	get endMark(): string | undefined {
		if (this.mark === undefined || this.names.length === 0) return this.mark;
		return `${this.names.join('.')}=${this.mark}`;
	}

	/** The kinds of the events with these texts. */
	get kinds(): ReadonlyMap<string, EventSigns> {
		return this.states.kinds;
	}

	get count(): number {
		return this.joined.count;
	}

	/** Whether each text has all of the answer so far. */
	get isSnapshot(): boolean {
		return this.joined.isSnapshot;
	}

	/**
	 * Whether texts may follow or replace each other, one is not of the answer, or an end before a text may be
	 * a part of it.
	 */
	get isUnclear(): boolean {
		const { count, growsOnly, growths, last, text } = this.joined;
		const isGrowing = growsOnly ? count > 1 : growths >= (count - 1) / 2;
		const mayGrow = isGrowing && !this.isSnapshot;
		const isRepeated = text === last + last;
		const { hasMarkInside, hasQuestion, states } = this;
		const isOther = this.rank >= rankOfOthers && !isText(this.rank - rankOfOthers);
		const isDivided = hasQuestion || states.isUnclear(this.isSnapshot);
		return isOther || mayGrow || isRepeated || hasMarkInside || isDivided;
	}

	/** Whether the text is always the same word, such as "success". */
	get isLabel(): boolean {
		const { growsOnly, growths, last } = this.joined;
		return growsOnly && growths === 0 && !/\s/.test(last);
	}

	get text(): string {
		return this.isSnapshot ? this.joined.last : this.joined.text;
	}

	/** The path, with what tells the texts of the answer from others at the same place. */
	get path(): string {
		return this.states.pathOf(this.names);
	}
}
