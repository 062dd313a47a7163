/**
 * The only place that guesses about answers, and it never acts on a guess. It gathers the texts of an
 * unknown format until the stream ends, picks the likeliest place, and proposes a format for the user
 * to confirm.
 */
import { defaultType } from '../../http/eventRecord';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';
import { type EventSigns, signsOf, wordFor } from './namedEvents';
import { keepsAlive } from './reading';
import { type Place, Places } from './places';
import { doneMark, type ReceivedEvent } from './receivedEvent';

/** The keys `answer.*` of 'Field Names (JSON)', as a user can paste them. */
export type ProposedEntries = Record<string, string | string[]>;

const isEndWord = oneOf(
	words(
		`done complete completed end ended eos final finish finished stop success succeeded close closed last
		fin fim ende fini terminado`,
	),
);

/** Words of a type or a reason by which an answer stops early: no end to propose. */
const isStopWord = oneOf(
	words(
		`length max limit limited tokens truncated incomplete interrupt interrupted abort aborted cancel
		cancelled canceled filter filtered tool calls call required error failed timeout paused blocked
		safety refusal exceeded suspended handoff approval waiting`,
	),
);

const ends = memoizeByName((name: string) => splitWords(name).some(isEndWord));
const isStop = memoizeByName((name: string) => splitWords(name).some(isStopWord));

/** Names of fields that say whether, or why, the text ends. */
const isReasonName = memoizeByName((name: string) =>
	splitWords(name).some((word) => isEndWord(word) || word === 'status' || word === 'state'),
);

/** Events and values that are remembered. */
const maxNames = 500;

const maxDepth = 4;

/** Events that are named alike. */
interface NamedKind {
	readonly signs: EventSigns;
	/** The numbers of the first and the last of these events. */
	readonly first: number;
	last: number;
}

export class Proposal {
	private readonly places = new Places();
	private readonly kinds = new Map<string, NamedKind>();
	/** The number of the first event with a value, by the field and the value. */
	private readonly values = new Map<string, number>();
	private count = 0;
	/** The key of the last event. */
	private kind = '';

	/** @param question of the user, whose echo is no answer */
	constructor(private readonly question = '') {}

	/** @returns the likeliest text of the event */
	add(event: ReceivedEvent): string | undefined {
		this.count++;
		if (keepsAlive(event)) return undefined;
		const signs = signsOf(event);
		this.kind = this.noteKind(signs);
		const text = this.places.add(event, signs, this.count, this.kind);
		this.noteValues(event);
		return text;
	}

	/** Adds an event that differs from the one before only in its text. */
	addAgain(text: string): void {
		this.count++;
		const kind = this.kinds.get(this.kind);
		if (kind) kind.last = this.count;
		this.places.addAgain(text, this.count);
	}

	/** The text at the likeliest place. */
	get text(): string {
		const place = this.findPlace();
		return place === undefined ? '' : textOf(place);
	}

	/** The entries to confirm; undefined if the events have no text. */
	get entries(): ProposedEntries | undefined {
		const place = this.findPlace();
		if (place === undefined) return undefined;
		const final = this.findEnd(place);
		const events = this.eventsOf(place);
		const others = this.othersOf(place, events, final);
		return {
			'answer.text': pathOf(place),
			...(events.length > 0 && { 'answer.events': events }),
			...(isSnapshot(place) && { 'answer.mode': 'snapshot' }),
			...(final !== undefined && { 'answer.finalEvent': final }),
			...(others.length > 0 && { 'answer.otherEvents': others }),
		};
	}

	/** @returns the key of events that are named alike */
	private noteKind(signs: EventSigns): string {
		const { types, stated, fields, mark = '' } = signs;
		const key = (types.length > 0 ? types : ['', mark, ...stated, ...fields]).join('\n');
		const known = this.kinds.get(key);
		if (known) known.last = this.count;
		else if (this.kinds.size < maxNames) {
			this.kinds.set(key, { signs, first: this.count, last: this.count });
		}
		return key;
	}

	private noteValues({ value }: ReceivedEvent): void {
		this.noteInside(value, '', 0);
	}

	private noteInside(value: unknown, path: string, depth: number): void {
		if (typeof value !== 'object' || value === null || depth > maxDepth) return;
		for (const [name, inner] of Object.entries(value) as Array<[string, unknown]>) {
			const inside = [path, Array.isArray(value) ? '' : name].filter(Boolean).join('.');
			if (typeof inner === 'object') this.noteInside(inner, inside, depth + 1);
			else if (isReasonName(name) && isReason(inner)) this.noteReason(`${inside}=${inner}`);
		}
	}

	private noteReason(word: string): void {
		if (this.values.size < maxNames && !this.values.has(word)) this.values.set(word, this.count);
	}

	private findPlace(): Place | undefined {
		const places = [...this.places.all.values()].filter((place) => {
			const text = textOf(place).trim();
			return text !== '' && text !== this.question.trim();
		});
		return places.sort(compareLikelihood)[0];
	}

	/** What comes last, and is no known stop. */
	private findEnd(place: Place): string | undefined {
		if (place.mark !== undefined) return endByText(place);
		const values = [...this.values].filter(([, first]) => first >= place.lastEvent);
		if (values.some(([value]) => isStop(value.slice(value.indexOf('=') + 1)))) return undefined;
		const isAlone = ({ first, signs }: NamedKind) =>
			place.count === 1 && first === place.lastEvent && signs.types.some(ends);
		// Text after an end takes it back, so an earlier one of the same name does no harm.
		const mayEnd = ({ first, last, signs }: NamedKind) =>
			first > place.lastEvent || (last > place.lastEvent && signs.types.some(ends));
		const after = [...this.kinds.values()].filter((kind) => mayEnd(kind) || isAlone(kind));
		const names = after.map(({ signs }) => signs.types.concat(signs.mark ?? []));
		if (names.flat().some((name) => isStop(name) && !ends(name))) return undefined;
		const named = after.findLast((_kind, index) => names[index]?.some(ends));
		const [value] = values.at(-1) ?? [];
		const last = named ?? (value === undefined ? after.at(-1) : undefined);
		return last === undefined ? value : this.nameOf(last, place);
	}

	/** A word for the events with the text that no other event has. */
	private eventsOf({ signs }: Place): string[] {
		const { types } = signs;
		const others = [...this.kinds.values()].filter(
			(kind) => kind.signs.types.join() !== types.join(),
		);
		if (types.length === 0) return others.length > 0 ? [defaultType] : [];
		const isShared = (type: string) => others.some((kind) => kind.signs.types.includes(type));
		return [wordFor(signs, isShared) ?? ''];
	}

	private othersOf(place: Place, events: readonly string[], final?: string): string[] {
		const names = [...this.kinds].flatMap(([key, kind]) => {
			const { types, mark } = kind.signs;
			const isOwn = types.length > 0 && types.join() === place.signs.types.join();
			if (isOwn || place.kinds.has(key) || mark === doneMark) return [];
			return this.nameOf(kind, place) ?? [];
		});
		return [...new Set(names)].filter((name) => name !== final && !events.includes(name));
	}

	/** A word for events that those with the text don't have. */
	private nameOf({ signs }: NamedKind, place: Place): string | undefined {
		const own = [...place.kinds].flatMap((key) => this.kinds.get(key)?.signs ?? place.signs);
		const isShared = (name: string) =>
			own.some(({ types, stated, fields }) => [...types, ...stated, ...fields].includes(name));
		return wordFor(signs, isShared);
	}
}

const isReason = (value: unknown): value is string | true =>
	value === true || (typeof value === 'string' && /^[\w-]{1,40}$/.test(value));

function isSnapshot({ grows, first, last, count }: Place): boolean {
	if (!grows || count < 2) return false;
	if (last.length === first.length) return count === 2 && first.length >= 12;
	return count > 2 || first.length >= 12 || /\s/.test(last.charAt(first.length));
}

const textOf = (place: Place) => (isSnapshot(place) ? place.last : place.messages.text);

/** By the name; then the longer text, or that of more pieces. */
function compareLikelihood(a: Place, b: Place): number {
	if (a.rank !== b.rank) return a.rank - b.rank;
	const byText = isCopy(a, b) ? b.count - a.count : textOf(b).length - textOf(a).length;
	return byText === 0 ? a.nameOrder - b.nameOrder : byText;
}

const isCopy = (a: Place, b: Place) => textOf(a).trim() === textOf(b).trim();

/** The word for an event whose text is no text, but a mark. */
function endByText({ parts, mark = '' }: Place): string {
	return parts.length === 0 ? mark : `${parts.join('.')}=${mark}`;
}

/** The path of a place, with what tells the texts of the answer from others at the same place. */
function pathOf({ parts, states }: Place): string {
	const conditions = (part: number) =>
		[...states]
			.filter(([key, { bad }]) => key.startsWith(`${part} `) && (bad.size > 0 || key.includes('!')))
			.map(([key, { good }]) => conditionOf(key.slice(key.indexOf(' ') + 1), [...good]))
			.join('');
	const names = parts.map((name, index) => `${name}${conditions(index + 1)}`);
	const start = conditions(0);
	return `${start}${start && names.length > 0 ? '.' : ''}${names.join('.')}`;
}

function conditionOf(field: string, good: readonly string[]): string {
	if (field === '!index' || good.length === 0) return `[!${field.replace('!', '')}]`;
	return `[${field}=${good.join('|')}]`;
}
