/** The texts at one place in the events of an unknown format, and how they join. */
import type { EventSigns, Leaf } from './eventLeaves';
import { hasOtherWord, namesWriter, rankOf, saysEnd } from './likelyWords';
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
}

/** What has a word for something else, as a name or a type, is the unlikeliest. */
const rankOfOthers = 1000;

/** A shorter text may be repeated by chance, as "ha" is. */
const minimumSnapshot = 8;

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
	private last = '';
	/** Each text begins with the one before. */
	private grows = true;
	/** How many texts are longer than the one before, and begin with it. */
	private growths = 0;

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
			else if (!isOther) values.good.add(state.value);
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
		if (this.count > 0 && text !== this.last && text.startsWith(this.last)) this.growths++;
		this.grows &&= text.startsWith(this.last);
		if (this.joined.isRepeatedBy(text)) this.joined.replace(text);
		else this.joined.append(text);
		this.last = text;
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
		return this.grows && this.growths > 0 && this.last.length >= minimumSnapshot;
	}

	/**
	 * Whether texts may follow or replace each other, one is not of the answer, or an end before a text may be
	 * a part of it.
	 */
	get isUnclear(): boolean {
		const isGrowing = this.grows ? this.count > 1 : this.growths >= (this.count - 1) / 2;
		const mayGrow = isGrowing && !this.isSnapshot;
		const isRepeated = this.joined.text === this.last + this.last;
		return mayGrow || isRepeated || this.hasMarkInside || this.hasQuestion || this.hasWriters;
	}

	/** Whether there are texts of several writers. */
	private get hasWriters(): boolean {
		return [...this.states.values()].some(({ field, good }) => namesWriter(field) && good.size > 1);
	}

	get text(): string {
		return this.isSnapshot ? this.last : this.joined.text;
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
				good.size > 0 ? `[${field}=${[...good].join('|')}]` : `[!${field}]`,
			)
			.join('');
	}
}
