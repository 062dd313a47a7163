/** Where the events of an unknown format have texts, and what the fields beside a text state. */
import { parseIfJson } from '../../values/json';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';
import { JoinedText } from './messages';
import { type ReceivedEvent, typeFields } from './receivedEvent';
import { hasOtherWord, isStatement, saysEnd } from './statements';

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

/** How likely a name is that of the text: the lower, the likelier. A hundred are alike; undefined for a label. */
const rankOf = memoizeByName((name: string): { readonly rank?: number } => {
	const last = splitWords(name).at(-1) ?? '';
	if (isLabel(last)) return {};
	const likely = likelyNames.indexOf(last);
	if (likely >= 0) return { rank: likely };
	return { rank: name === '' || possibleNames.includes(last) ? 100 : 200 };
});

/** What has a word for something else, as a name or a type, is the unlikeliest. */
const rankOfOthers = 1000;

/** A field beside a text, or around it, and its value. */
interface State {
	/** After which part of the path the field is written, from 0. */
	readonly part: number;
	readonly field: string;
	readonly value: string;
	readonly isOther: boolean;
}

/** The values of such a field beside the texts of the answer, and beside others at the same path. */
type StateValues = Readonly<Record<'good' | 'bad', Set<string>>>;

/** The texts at a path, in events of the same types. */
export class Place {
	/** What is beside the texts, by the part of the path and the field. */
	readonly states = new Map<string, StateValues>();
	/** Kinds of the events with these texts. */
	readonly kinds = new Set<string>();
	private readonly joined = new JoinedText();
	private first = '';
	last = '';
	/** Each text begins with the one before. */
	private grows = true;
	/** A text that is no text, but ends the answer. */
	mark: string | undefined;
	/** The number of the last event with a text. */
	lastEvent = 0;

	constructor(
		readonly types: readonly string[],
		readonly parts: readonly string[],
		readonly rank: number,
	) {}

	add(text: string, event: number): void {
		if (isEndMark(text)) {
			this.mark = text;
			return;
		}
		const { last } = this;
		if (this.count === 0) this.first = text;
		else if (this.grows) this.grows = text.length >= last.length && text.startsWith(last);
		const isSnapshot = this.isSnapshot && text.startsWith(last);
		if (isSnapshot || this.joined.isRepeatedBy(text)) this.joined.replace(text);
		else this.joined.append(text);
		this.last = text;
		this.lastEvent = event;
	}

	/** Whether the name is one of a text, may be one, or is another. */
	get likelihood(): number {
		return Math.floor(this.rank / 100);
	}

	get count(): number {
		return this.joined.count;
	}

	/** Whether each text has all of the answer so far. A short one may be repeated by chance. */
	get isSnapshot(): boolean {
		const { first, last, count } = this;
		if (!this.grows || count < 2) return false;
		if (last.length === first.length) return count === 2 && first.length >= 12;
		return count > 2 || first.length >= 12 || /\s/.test(last.charAt(first.length));
	}

	get text(): string {
		return this.isSnapshot ? this.last : this.joined.text;
	}

	noteState({ part, field, value, isOther }: State, isOfOther: boolean): void {
		const key = `${part} ${field}`;
		const values = this.states.get(key) ?? { good: new Set(), bad: new Set() };
		if (isOther || !isOfOther) values[isOther ? 'bad' : 'good'].add(value);
		this.states.set(key, values);
	}
}

/** Whether a text is no text, but ends the answer: "[DONE]", "<END>", "<|im_end|>". */
const isEndMark = (text: string) => /^[[<][\w| -]{1,40}[\]>]$/.test(text) && saysEnd(text);

const maxPlaces = 300;
const maxDepth = 8;

/** Another value inside an event: a word, a number, or a boolean, and its path. */
type NoteValue = (path: readonly string[], value: unknown) => void;

/** The texts of events, by their place. */
export class Places {
	readonly all = new Map<string, Place>();
	private types: readonly string[] = [];
	private number = 0;
	private kind = '';

	/** @param noteValue called with each value that is no object or list */
	constructor(private readonly noteValue: NoteValue) {}

	/**
	 * @param number of the event in the stream
	 * @param kind of events that are named alike
	 */
	add(
		{ value, data }: ReceivedEvent,
		types: readonly string[],
		number: number,
		kind: string,
	): void {
		this.types = types;
		this.kind = kind;
		this.number = number;
		this.walk(typeof value === 'object' || typeof value === 'string' ? value : data, [], []);
	}

	private walk(value: unknown, parts: readonly string[], outer: readonly State[]): void {
		const opened = openJson(value, parts);
		if (typeof opened !== 'object') return this.addScalar(opened, parts, outer);
		if (opened === null || parts.length >= maxDepth) return;
		if (Array.isArray(opened)) {
			for (const entry of opened) this.walk(entry, parts, [...outer, ...positionOf(entry, parts)]);
			return;
		}
		const states = [...outer, ...statesOf(opened as Record<string, unknown>, parts.length)];
		for (const [name, inner] of Object.entries(opened)) {
			const isPath = !/[.[\]*]/.test(name) && name !== '';
			if (isPath) this.walk(inner, [...parts, name], states);
		}
	}

	private addScalar(value: unknown, parts: readonly string[], states: readonly State[]): void {
		this.noteValue(parts, value);
		const { rank } = rankOf(parts.at(-1) ?? '');
		const isText = typeof value === 'string' || typeof value === 'number';
		if (!isText || value === '' || rank === undefined) return;
		const place = this.placeOf(parts, rank, typeof value);
		if (place === undefined) return;
		const isOther = states.some((state) => state.isOther);
		for (const state of states) place.noteState(state, isOther);
		if (isOther) return;
		place.kinds.add(this.kind);
		place.add(String(value), this.number);
	}

	private placeOf(parts: readonly string[], rank: number, type: string): Place | undefined {
		const key = `${this.types.join('\n')}\n\n${parts.join('.')}`;
		const known = this.all.get(key);
		// A number alone is no text.
		if (known || type === 'number' || this.all.size >= maxPlaces) return known;
		const isOther = this.types.some(hasOtherWord) || parts.some(hasOtherWord);
		const place = new Place(this.types, parts, isOther ? rank + rankOfOthers : rank);
		this.all.set(key, place);
		return place;
	}
}

/** JSON in a string under a name that is no usual one of a text. */
function openJson(value: unknown, parts: readonly string[]): unknown {
	if (typeof value !== 'string' || !value.startsWith('{"')) return value;
	const { rank } = rankOf(parts.at(-1) ?? '');
	return rank !== undefined && rank < likelyNames.length ? value : (parseIfJson(value) ?? value);
}

/** Of several choices, the first is the answer. */
function positionOf(entry: unknown, { length: part }: readonly string[]): State[] {
	const index = isRecord(entry) ? entry.index : undefined;
	if (typeof index !== 'number') return [];
	return [{ part, field: '!index', value: String(index), isOther: index !== 0 }];
}

function statesOf(record: Readonly<Record<string, unknown>>, part: number): State[] {
	return Object.entries(record).flatMap(([field, value]) => {
		const isType = part === 0 && typeFields.includes(field);
		if (isType || !isStatement(field, value)) return [];
		const isOther = value === true || hasOtherWord(value);
		return [{ part, field, value: String(value), isOther }];
	});
}
