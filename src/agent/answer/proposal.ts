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

/** The keys `answer.*` of 'Field Names (JSON)', as a user can paste them. */
export type ProposedEntries = Record<string, string | readonly string[]>;

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

const saysEnd = memoizeByName((name: string) => splitWords(name).some(isEndWord));
const saysStop = memoizeByName((name: string) => splitWords(name).some(isStopWord));

/** Names of fields that say whether, or why, the text ends. */
const isReasonName = memoizeByName((name: string) =>
	splitWords(name).some((word) => isEndWord(word) || word === 'status' || word === 'state'),
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
		if (keepsAlive(event) || failure !== undefined) this.places.touched = [];
		else {
			const isNew = !this.kinds.has(kind) && this.kinds.size < maxNames;
			if (isNew) this.kinds.set(kind, { signs, first: this.count });
			this.places.add(event, types, this.count, kind);
		}
		return { text: '', failure };
	}

	/** The likeliest text of the last event, if it has any. */
	get repeatedText(): string | undefined {
		return this.places.touched[0]?.last;
	}

	/** Adds an event that differs from the one before only in its text. */
	addAgain(text: string): '' {
		this.count++;
		this.places.addAgain(text, this.count);
		return '';
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
		const final = this.findEnd(place);
		const events = this.eventsOf(place);
		const others = this.othersOf(place).filter((name) => name !== final && !events.includes(name));
		return {
			'answer.text': pathOf(place),
			'answer.events': events,
			...(place.isSnapshot && { 'answer.mode': 'snapshot' }),
			...(final !== undefined && { 'answer.finalEvent': final }),
			...(others.length > 0 && { 'answer.otherEvents': others }),
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
	private findEnd(place: Place): string | undefined {
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
		return last ? this.nameOf(last, place) : reason;
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

	private othersOf(place: Place): string[] {
		const names = [...this.kinds].flatMap(([key, kind]) => {
			const { types, words: own } = kind.signs;
			const isOwn = types.length > 0 && types.join() === place.types.join();
			const isLate = kind.first > place.lastEvent && isStop(kind);
			const isOutside = isOwn || place.kinds.has(key) || own.includes(doneMark) || isLate;
			return isOutside ? [] : (this.nameOf(kind, place) ?? []);
		});
		return [...new Set(names)];
	}

	/** A word for events that those with the text don't have. */
	private nameOf({ signs }: Kind, place: Place): string | undefined {
		const own = [...place.kinds].flatMap((kind) => this.kinds.get(kind)?.signs.words ?? []);
		return wordFor(signs, (word) => own.includes(word));
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
