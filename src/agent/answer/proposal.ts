/**
 * The only place that guesses about answers, and it never acts on a guess. It gathers the texts of an
 * unknown format until the stream ends, picks the likeliest place, and proposes a format for the user
 * to confirm.
 */
import { defaultType } from '../../http/eventRecord';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';
import { type EventSigns, signsOf, wordFor } from './eventSigns';
import { type Place, Places } from './places';
import { doneMark, keepsAlive, type ReceivedEvent } from './receivedEvent';
import { findFailure } from './reportedFailure';
import { saysEnd } from './statements';

/** The keys `answer.*` of 'Field Names (JSON)', as a user can paste them. */
export type ProposedEntries = Record<string, string | readonly string[]>;

/** Words of a type or a reason by which an answer stops early: no end to propose. */
const isStopWord = oneOf(
	words(
		`length max limit limited tokens truncated incomplete interrupt interrupted abort aborted cancel
		cancelled canceled filter filtered tool calls call required error failed timeout paused blocked
		safety refusal exceeded suspended handoff approval waiting`,
	),
);

const saysStop = memoizeByName((name: string) => splitWords(name).some(isStopWord));

/** Names of fields that say whether, or why, the text ends. */
const isReasonName = memoizeByName(
	(name: string) =>
		saysEnd(name) || ['status', 'state'].some((word) => splitWords(name).includes(word)),
);

const isReason = (value: unknown): value is string | true =>
	value === true || (typeof value === 'string' && /^[\w-]{1,40}$/.test(value));

/** Kinds and values that are remembered. */
const maxNames = 500;

/** Events that are named alike. */
interface Kind {
	readonly signs: EventSigns;
	/** The number of the first of these events. */
	readonly first: number;
}

type NameOf = (kind: Kind) => string | undefined;

export class Proposal {
	private readonly places = new Places((path, value) => this.noteReason(path, value));
	private readonly kinds = new Map<string, Kind>();
	/** The number of the first event with a value, by the field and the value. */
	private readonly reasons = new Map<string, number>();
	private count = 0;

	/** @param question of the user, whose echo is no answer */
	constructor(private readonly question = '') {}

	/** Takes the next event; returns why the agent could not go on. */
	add(event: ReceivedEvent): { readonly text: ''; readonly failure?: unknown } {
		this.count++;
		const signs = signsOf(event);
		const { types, kind } = signs;
		const failure = findFailure(event);
		if (keepsAlive(event) || failure !== undefined) return { text: '', failure };
		const isNew = !this.kinds.has(kind) && this.kinds.size < maxNames;
		if (isNew) this.kinds.set(kind, { signs, first: this.count });
		this.places.add(event, types, this.count, this.kinds.has(kind) ? kind : '');
		return { text: '' };
	}

	private noteReason(path: readonly string[], value: unknown): void {
		if (!isReasonName(path.at(-1) ?? '') || !isReason(value)) return;
		const word = `${path.join('.')}=${value}`;
		if (this.reasons.size < maxNames && !this.reasons.has(word)) this.reasons.set(word, this.count);
	}

	/** The text at the likeliest place. */
	get text(): string {
		return this.findPlace()?.text ?? '';
	}

	/** The entries to confirm; undefined if the events have no text. */
	get proposed(): ProposedEntries | undefined {
		const place = this.findPlace();
		if (place === undefined) return undefined;
		const nameOf = this.namesBeside(place);
		const final = this.findEnd(place, nameOf);
		const events = this.eventsOf(place);
		const others = this.othersOf(place)
			.map(nameOf)
			.filter((name) => name !== undefined && name !== final && !events.includes(name));
		return {
			'answer.text': pathOf(place),
			'answer.events': events,
			...(place.isSnapshot && { 'answer.mode': 'snapshot' }),
			...(final !== undefined && { 'answer.finalEvent': final }),
			...(others.length > 0 && { 'answer.otherEvents': [...new Set(others)] as string[] }),
		};
	}

	/** By the name; then the longer text, or that of more pieces. */
	private findPlace(): Place | undefined {
		const question = this.question.trim();
		const texts = [...this.places.all.values()].map((place) => ({
			place,
			text: place.text.trim(),
		}));
		const [likeliest] = texts
			.filter(({ text }) => text !== '' && text !== question)
			.sort(({ place: one, text }, { place: other, text: otherText }) => {
				if (one.likelihood !== other.likelihood) return one.likelihood - other.likelihood;
				const isCopy = text === otherText;
				const by = isCopy ? other.count - one.count : otherText.length - text.length;
				return by === 0 ? one.rank - other.rank : by;
			});
		return likeliest?.place;
	}

	/** What came only after the text, and is no known stop. */
	private findEnd(place: Place, nameOf: NameOf): string | undefined {
		const marked = [...this.places.all.values()].find(({ mark }) => mark !== undefined);
		if (marked) return [marked.parts.join('.'), marked.mark].filter(Boolean).join('=');
		const reasons = [...this.reasons].filter(([, first]) => first >= place.lastEvent);
		const kinds = [...this.kinds.values()].filter(({ first }) => first > place.lastEvent);
		const isStopped =
			reasons.some(([word]) => saysStop(word.slice(word.indexOf('=') + 1))) || kinds.some(isStop);
		if (isStopped) return undefined;
		const named = kinds.findLast(({ signs }) => signs.words.some(saysEnd));
		const [reason] = reasons.at(-1) ?? [];
		const last = named ?? (reason === undefined ? kinds.at(-1) : undefined);
		return last ? nameOf(last) : reason;
	}

	/** A word for the events with the text that no other event has. */
	private eventsOf({ types }: Place): string[] {
		if (types.length === 0) return [defaultType];
		const others = [...this.kinds.values()].filter(
			({ signs }) => signs.types.join() !== types.join(),
		);
		const isShared = (type: string) => others.some(({ signs }) => signs.types.includes(type));
		return [types.findLast((type) => !isShared(type)) ?? types.join('&')];
	}

	/** The kinds of events that are no part of the answer. */
	private othersOf(place: Place): Kind[] {
		const others = [...this.kinds].filter(([key, { signs }]) => {
			const isOwn = signs.types.length > 0 && signs.types.join() === place.types.join();
			return !isOwn && !place.kinds.has(key) && !signs.words.includes(doneMark);
		});
		// What stops an answer is not to be ignored.
		return others
			.map(([, kind]) => kind)
			.filter((kind) => kind.first <= place.lastEvent || !isStop(kind));
	}

	/** Finds a word for events that those with the text don't have. */
	private namesBeside(place: Place): NameOf {
		const signs = [...place.kinds].flatMap((kind) => this.kinds.get(kind)?.signs ?? []);
		const own = new Set(signs.flatMap(({ words: each }) => each));
		return (kind) => wordFor(kind.signs, (word) => own.has(word));
	}
}

const isStop = ({ signs: { types } }: Kind) =>
	types.some((type) => saysStop(type) && !saysEnd(type));

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
