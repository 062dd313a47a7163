/** Where the events of an unknown format have texts. */
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';
import { hasOtherWord, isStatement } from './statements';
import { AnswerMessages } from './messages';
import type { EventSigns } from './namedEvents';
import { parseIfJson } from '../../values/json';
import { type ReceivedEvent, typeFields } from './receivedEvent';

/** Names of the text, the likeliest first. The last word of a name counts. */
const likelyNames = words(
	`delta text content token chunk answer completion response reply markdown texto respuesta resposta
	antwort reponse`,
);
/** Names that often have other contents. */
const possibleNames = words('output message result value body data msg report v c');

/** Names of labels. */
const isLabel = oneOf(
	words(
		`id ids uuid key role type kind object event model name created updated at time timestamp date url
		version index count reason language code format fingerprint tier obfuscation pad padding thread
		conversation session run task workflow node chain graph agent author sender speaker from channel
		phase status state finish cursor provider`,
	),
);

/** How likely a name is that of the text: the lower, the likelier; undefined for a label. */
const rankOf = memoizeByName((name: string): { readonly rank?: number } => {
	const last = splitWords(name).at(-1) ?? '';
	if (isLabel(last)) return {};
	if (likelyNames.includes(last)) return { rank: 0 };
	return { rank: possibleNames.includes(last) || name === '' ? 1 : 2 };
});

/** A field beside a text, or around it, and its value. */
interface State {
	/** The part of the path after which the field is written, from 0. */
	readonly part: number;
	readonly field: string;
	readonly value: string;
	readonly isOther: boolean;
}

/** A path of texts in the events of the same types. */
export interface Place {
	readonly signs: EventSigns;
	/** Names of the path. */
	readonly parts: readonly string[];
	readonly rank: number;
	readonly nameOrder: number;
	/** What is beside the texts, by field: with the answer, and with something else. */
	readonly states: Map<string, { readonly good: Set<string>; readonly bad: Set<string> }>;
	readonly messages: AnswerMessages;
	/** Keys of the events with these texts. */
	readonly kinds: Set<string>;
	/** A text that is no text, but ends the answer. */
	mark?: string;
	first: string;
	last: string;
	count: number;
	/** Each text begins with the one before. */
	grows: boolean;
	/** The number of the last event with a text. */
	lastEvent: number;
}

/** Such as "[DONE]", "<END>", "<|endoftext|>", or the end in ASCII. */
const endMark = /^(?:\[[A-Z][A-Z _-]+\]|<\|?\/?[A-Za-z][\w-]+\|?>|end-of-\w+)$/;

const endOfText = '\u0003';

const maxPlaces = 300;
const maxDepth = 8;
/** The texts of events, by their place. */
export class Places {
	readonly all = new Map<string, Place>();
	private signs: EventSigns = { types: [], stated: [], fields: [] };
	private number = 0;
	private kind = '';
	/** The places of the texts of the last event, the likeliest first. */
	private touched: Place[] = [];

	/**
	 * @returns the likeliest text of the event
	 * @param number of the event in the stream
	 * @param kind key of events that are named alike
	 */
	add(
		{ value, data }: ReceivedEvent,
		signs: EventSigns,
		number: number,
		kind: string,
	): string | undefined {
		this.signs = signs;
		this.kind = kind;
		this.number = number;
		this.touched = [];
		this.walk(typeof value === 'object' || typeof value === 'string' ? value : data, [], []);
		this.touched.sort((a, b) => a.rank - b.rank || a.nameOrder - b.nameOrder);
		const [place] = this.touched;
		return place?.last;
	}

	/** Adds the text of an event that is like the one before in all else. */
	addAgain(text: string, number: number): void {
		this.number = number;
		const [likeliest] = this.touched;
		for (const place of this.touched) this.addTo(place, place === likeliest ? text : place.last);
	}

	private walk(value: unknown, parts: readonly string[], states: readonly State[]): void {
		const opened = openJson(value, parts);
		if (isRecord(opened)) this.walkRecord(opened, parts, states);
		else if (typeof value === 'string' || typeof value === 'number')
			this.addText(value, parts, states);
		else if (parts.length >= maxDepth) return;
		else if (Array.isArray(value)) for (const entry of value) this.walkEntry(entry, parts, states);
		else if (isRecord(value)) this.walkRecord(value, parts, states);
	}

	private walkEntry(entry: unknown, parts: readonly string[], states: readonly State[]): void {
		if (!isRecord(entry) || typeof entry.index !== 'number') {
			this.walk(entry, parts, states);
			return;
		}
		// Of several choices, the first is the answer.
		const part = parts.length;
		const state = { part, field: '!index', value: String(entry.index), isOther: entry.index !== 0 };
		this.walk(entry, parts, [...states, state]);
	}

	private walkRecord(
		record: Readonly<Record<string, unknown>>,
		parts: readonly string[],
		outer: readonly State[],
	): void {
		const states = [...outer, ...statesOf(record, parts.length)];
		for (const name of Object.keys(record)) {
			const isPath = !/[.[\]*]/.test(name) && name !== '';
			if (isPath) this.walk(record[name], [...parts, name], states);
		}
	}

	private addText(
		value: string | number,
		parts: readonly string[],
		states: readonly State[],
	): void {
		const { rank } = rankOf(parts.at(-1) ?? '');
		if (value === '' || rank === undefined) return;
		const key = `${this.signs.types.join('\n')}\n\n${parts.join('.')}`;
		const known = this.all.get(key);
		// A number alone is no text.
		if (!known && (typeof value === 'number' || this.all.size >= maxPlaces)) return;
		const place = known ?? this.newPlace(parts, rank);
		this.all.set(key, place);
		const isOther = states.some((state) => state.isOther);
		for (const state of states) noteState(place, state, isOther);
		if (isOther) return;
		this.touched.push(place);
		this.addTo(place, String(value));
	}

	private newPlace(parts: readonly string[], rank: number): Place {
		const last = splitWords(parts.at(-1) ?? '').at(-1) ?? '';
		return {
			signs: this.signs,
			parts,
			rank: this.signs.types.some(hasOtherWord) || parts.some(hasOtherWord) ? rank + 10 : rank,
			nameOrder: likelyNames.indexOf(last),
			states: new Map(),
			messages: new AnswerMessages(),
			kinds: new Set(),
			first: '',
			last: '',
			count: 0,
			grows: true,
			lastEvent: 0,
		};
	}

	private addTo(place: Place, text: string): void {
		place.kinds.add(this.kind);
		if (text === endOfText || endMark.test(text)) {
			place.mark = text;
			return;
		}
		place.messages.add({ text, mode: 'delta' });
		if (place.count === 0) place.first = text;
		else place.grows &&= text.startsWith(place.last);
		place.last = text;
		place.count++;
		place.lastEvent = this.number;
	}
}

/** JSON in a string under a name that is no usual one of a text. */
function openJson(value: unknown, parts: readonly string[]): unknown {
	const isJson = typeof value === 'string' && value.startsWith('{"');
	return isJson && rankOf(parts.at(-1) ?? '').rank !== 0 ? parseIfJson(value) : undefined;
}

function noteState(place: Place, { part, field, value, isOther }: State, isOfOther: boolean): void {
	const key = `${part} ${field}`;
	const values = place.states.get(key) ?? { good: new Set(), bad: new Set() };
	if (isOther || !isOfOther) (isOther ? values.bad : values.good).add(value);
	place.states.set(key, values);
}

function statesOf(record: Readonly<Record<string, unknown>>, part: number): State[] {
	return Object.entries(record).flatMap(([field, value]) => {
		const isType = part === 0 && typeFields.includes(field);
		if (isType || !isStatement(field, value)) return [];
		const isOther = value === true || hasOtherWord(value);
		return [{ part, field, value: String(value), isOther }];
	});
}
