/** The texts at one place in the events of an unknown format, and how they join. */
import type { Leaf } from './eventLeaves';
import { type EventSigns, hasState, saysOther } from './eventSigns';
import { hasOtherWord, namesIndex, namesWriter, rankOf, saysEnd } from './likelyWords';
import { JoinedText } from './messages';

/** Events that are named alike. */
export interface Kind extends EventSigns {
	/** The number of the first of these events. */
	readonly first: number;
}

/** A field around the texts, and its values with texts of the answer, and with others. */
interface StateValues {
	readonly part: number;
	readonly field: string;
	readonly good: Set<string>;
	readonly bad: Set<string>;
	last?: string;
	/** A value with a text of the answer came back after another one. */
	alternates?: boolean;
}

/** What has a word for something else, as a name or a type, is the unlikeliest. */
const rankOfOthers = 1000;

/** Values of a field that are remembered. */
const maxValues = 50;

function addGood(values: StateValues, value: string): void {
	const { good, last } = values;
	values.alternates ||= value !== last && good.has(value);
	values.last = value;
	if (good.size < maxValues) good.add(value);
}

/** Whether a field divides the texts: they have several writers, or only some are of the answer. */
function divides({ field, good, alternates }: StateValues): boolean {
	if (namesIndex(field)) return alternates === true;
	return (good.has('true') && good.has('false')) || (namesWriter(field) && good.size > 1);
}

/** Whether a text is no text, but ends the answer: "[DONE]", "<END>", "<|im_end|>". */
const isEndMark = (text: string) => /^[[<][\w| -]{1,40}[\]>]$/.test(text) && saysEnd(text);

/** The texts at a path, in events of the same types. */
export class Place {
	/** Kinds of the events with these texts. */
	readonly kinds = new Set<Kind>();
	/** How likely it is that of the answer: the lower, the likelier. */
	readonly rank: number;
	/** A text that is no text, but ends the answer. */
	private mark: string | undefined;
	private hasMarkInside = false;
	private hasQuestion = false;
	/** The number of the last event with a text. */
	lastEvent = 0;
	private readonly states = new Map<string, StateValues>();
	private readonly joined = new JoinedText();

	constructor(
		readonly types: readonly string[],
		readonly names: readonly string[],
		private readonly question: string,
	) {
		const isOther = [...types, ...names].some(hasOtherWord);
		this.rank = rankOf(names.at(-1) ?? '') + (isOther ? rankOfOthers : 0);
	}

	/** @param event its number */
	add({ value, states }: Leaf, kind: Kind | undefined, event: number): void {
		const isOther = states.some((state) => state.isOther);
		for (const { part, field, ...state } of states) {
			const key = `${part} ${field}`;
			const values = this.states.get(key) ?? { part, field, good: new Set(), bad: new Set() };
			this.states.set(key, values);
			if (state.isOther) values.bad.add(state.value);
			else if (!isOther) addGood(values, state.value);
		}
		if (isOther) return;
		if (kind) this.kinds.add(kind);
		this.addText(String(value), event);
	}

	private addText(text: string, event: number): void {
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
		const isDivided = [...this.states.values()].some(divides) || this.hasOthers;
		return mayGrow || isRepeated || this.hasMarkInside || this.hasQuestion || isDivided;
	}

	/** Whether the text is always the same word, such as "success". */
	get isLabel(): boolean {
		const { growsOnly, growths, last } = this.joined;
		return growsOnly && growths === 0 && !/\s/.test(last);
	}

	/** Whether only some of the events say that they are something else, or have a state. */
	private get hasOthers(): boolean {
		return [saysOther, hasState].some((test) => {
			const count = [...this.kinds].filter(({ words }) => words.some(test)).length;
			return count > 0 && count < this.kinds.size;
		});
	}

	get text(): string {
		return this.isSnapshot ? this.joined.last : this.joined.text;
	}

	/** The path, with what tells the texts of the answer from others at the same place. */
	get path(): string {
		const names = ['', ...this.names].map((name, part) => name + this.conditionsAt(part));
		return names.filter((name) => name !== '').join('.');
	}

	private conditionsAt(part: number): string {
		return [...this.states.values()]
			.filter((state) => state.part === part && state.bad.size > 0)
			.map(({ field, good }) =>
				good.size > 0 && !good.has('false') ? `[${field}=${[...good].join('|')}]` : `[!${field}]`,
			)
			.join('');
	}
}
