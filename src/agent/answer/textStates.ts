/** What the fields around texts state, and whether they tell the texts of an answer from others. */
import type { State } from './eventLeaves';
import { type EventSigns, hasState, saysOther, wordFor } from './eventSigns';
import { getOrAdd } from './getOrAdd';
import { namesKind, namesWriter } from './likelyWords';

/** A field around the texts, and its values with texts of the answer, and with others. */
interface StateValues {
	/** After how many names of the path it is. */
	readonly part: number;
	readonly field: string;
	readonly good: Set<string>;
	readonly bad: Set<string>;
}

/** Values of a field that are remembered. */
const maxValues = 50;

/** Whether a field divides the texts: they have several writers, or only some are of the answer. */
function divides({ field, good }: StateValues): boolean {
	const tells = namesWriter(field) || namesKind(field) || good.has('true');
	return tells && good.size > 1;
}

/** Whether a value is a label. Others with digits are IDs or times, and switches tell something else. */
const isWord = (value: string) => /^(?!true$|false$)(?:\D+|\d\d?)$/.test(value);

/** The values that a field must have with texts of the answer; undefined if it tells nothing. */
function conditionOf({ field, good, bad }: StateValues): string | undefined {
	const values = [...good].join('|');
	if (bad.size > 0)
		return good.size > 0 && !good.has('false') ? `[${field}=${values}]` : `[!${field}]`;
	// Another kind of text may come in another answer. Some texts may be without the field.
	const isLabel = good.size === 1 && namesKind(field) && !namesWriter(field) && isWord(values);
	return isLabel ? `[${field}=${values}|]` : undefined;
}

export class TextStates {
	private readonly fields = new Map<string, StateValues>();
	/** Kinds of the events with texts of the answer. */
	readonly kinds = new Map<string, EventSigns>();
	private readonly named: ReadonlySet<string | undefined>;

	/** @param path of a user. The fields in its conditions need no other one. */
	constructor(path = '') {
		this.named = new Set([...path.matchAll(/\[[!>]?([^=\]]+)/g)].map(([, field]) => field));
	}

	/** Adds what is around a text; returns whether it may be of the answer. */
	add(states: readonly State[], signs: EventSigns): boolean {
		const open = states.filter(({ field }) => !this.named.has(field));
		const isOther = open.some((state) => state.isOther);
		for (const { part, field, ...state } of open) {
			const create = () => ({ part, field, good: new Set<string>(), bad: new Set<string>() });
			const values: StateValues = getOrAdd(this.fields, `${part} ${field}`, create) ?? create();
			if (state.isOther) values.bad.add(state.value);
			else if (!isOther && values.good.size < maxValues) values.good.add(state.value);
		}
		if (!isOther) getOrAdd(this.kinds, signs.kind, () => signs);
		return !isOther;
	}

	/** Whether some texts are not of the answer. */
	get hasOthers(): boolean {
		return [...this.fields.values()].some(({ bad }) => bad.size > 0);
	}

	/**
	 * Whether which texts are of the answer isn't known.
	 *
	 * @param isSnapshot each text has all of those before, so that their state may change
	 */
	isUnclear(isSnapshot: boolean): boolean {
		const hasOther = this.kindsWith(saysOther).length > 0;
		const hasStates = !isSnapshot && this.kindsWith(hasState).length > 0;
		return hasOther || hasStates || [...this.fields.values()].some(divides);
	}

	/** Words for events that say that they are something else, if not all do. */
	get otherWords(): ReadonlyArray<string | undefined> {
		const own = this.ownKinds;
		return this.kindsWith(saysOther).map((signs) =>
			wordFor(signs, (word) => own.some(({ words }) => words.includes(word))),
		);
	}

	/** The kinds of events that don't say that they are something else. */
	get ownKinds(): readonly EventSigns[] {
		const others = this.kindsWith(saysOther);
		return [...this.kinds.values()].filter((signs) => !others.includes(signs));
	}

	/** The kinds of events with such a word, if not all have one. */
	private kindsWith(test: (word: string) => boolean): EventSigns[] {
		const kinds = [...this.kinds.values()].filter(({ words }) => words.some(test));
		return kinds.length < this.kinds.size ? kinds : [];
	}

	/** The path to the texts of the answer, with what tells them from others. */
	pathOf(names: readonly string[]): string {
		const parts = ['', ...names].map((name, part) => name + this.conditionsAt(part));
		return parts.filter((part) => part !== '').join('.');
	}

	private conditionsAt(part: number): string {
		return [...this.fields.values()]
			.filter((values) => values.part === part)
			.map((values) => conditionOf(values) ?? '')
			.join('');
	}
}
