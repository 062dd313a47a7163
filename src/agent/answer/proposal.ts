/**
 * The only place that guesses about answers, and it never acts on a guess. It gathers the texts of an
 * unknown format until the stream ends, picks the likeliest place, and proposes a format for the user
 * to confirm.
 */
import { defaultType } from '../../http/eventRecord';
import { type Leaf, leavesOf } from './eventLeaves';
import { hasStop, mayUndo, signsOf, wordFor } from './eventSigns';
import { getOrAdd } from './getOrAdd';
import type { Added } from './knownAnswer';
import { isReason, isText, rankOf, saysEnd, saysStop } from './likelyWords';
import { type Kind, Place } from './place';
import { doneMark, keepsAlive, type ReceivedEvent } from './receivedEvent';
import { RepeatedEvent } from './repeatedEvent';
import { findFailure } from './reportedFailure';

/** The keys `answer.*` of 'Field Names (JSON)', as a user can paste them. */
export type ProposedEntries = Readonly<Record<string, string | readonly string[]>>;

const isStop = ({ types }: Kind) => types.some((type) => saysStop(type) && !saysEnd(type));

/** A word for the final event. With another reason, the same event stops an answer. */
function nameEnd(name: string | undefined, reason: string | undefined): string | undefined {
	if (name === undefined || reason === undefined || name === reason) return name ?? reason;
	return `${name}&${reason}`;
}

/** What the path of a text inside the place begins with. */
const startOf = ({ names }: Place) => [...names, ''].join('.');

/** Whether a place is inside the other one, or around it, so that no path leads to both. */
function overlaps(place: Place, other: Place): boolean {
	const [own, start] = [startOf(place), startOf(other)];
	const isEmpty = own === '' || start === '';
	if (isEmpty || own === start || place.types.join() !== other.types.join()) return false;
	return start.startsWith(own) || own.startsWith(start);
}

/** Places of a group are alike. */
const groupOf = ({ rank }: Place) => Math.floor(rank / 100);

/** Whether a word, such as "success", is in the same events as a text. */
function isLabelOf(place: Place, other: Place): boolean {
	const isBeside = [...other.kinds.keys()].every((kind) => place.kinds.has(kind));
	return other.isLabel && !place.isLabel && isBeside;
}

/** Whether another place that is as likely has something else than a label, or a copy of the answer. */
function isAlternative(place: Place, other: Place): boolean {
	const isLikely = groupOf(other) === groupOf(place) && !isLabelOf(place, other);
	return (isLikely && !other.text.includes(place.text.trim())) || overlaps(place, other);
}

/** By the name; then no label, and the longer text, or that of more pieces. */
function compareLikelihood(one: Place, other: Place): number {
	const [text, otherText] = [one.text.trim(), other.text.trim()];
	return (
		groupOf(one) - groupOf(other) ||
		Number(one.isLabel) - Number(other.isLabel) ||
		(text === otherText ? other.count - one.count : otherText.length - text.length) ||
		one.rank - other.rank
	);
}

export class Proposal {
	private readonly places = new Map<string, Place>();
	private readonly kinds = new Map<string, Kind>();
	/** The number of the first event with a reason to end, by the field and the value. */
	private readonly reasons = new Map<string, number>();
	private count = 0;
	/** The last event, and the place of its only text. */
	private repeated: { readonly event: RepeatedEvent; readonly place: Place } | undefined;

	private readonly question: string;

	/** @param question of the user, whose echo is no answer */
	constructor(question = '') {
		this.question = question.trim();
	}

	/** Adds an event that differs from the last one only in its text; undefined if it isn't one. */
	addAgain(event: ReceivedEvent): string | undefined {
		const text = this.repeated?.event.textIn(event);
		if (!this.repeated || text === undefined) return undefined;
		this.count++;
		this.repeated.place.addText(text, this.count);
		return '';
	}

	add(event: ReceivedEvent): Added {
		this.count++;
		const failure = findFailure(event);
		if (failure !== undefined || keepsAlive(event)) return { text: '', failure };
		this.addLeaves(event, leavesOf(event));
		return { text: '' };
	}

	private addLeaves(event: ReceivedEvent, leaves: readonly Leaf[]): void {
		this.repeated = undefined;
		const signs = signsOf(event, leaves);
		const seen = { ...signs, first: this.count };
		const kind = getOrAdd(this.kinds, signs.kind, () => seen) ?? seen;
		const texts = leaves.flatMap((leaf) => {
			this.noteReason(leaf);
			const place = this.placeOf(leaf, event.types);
			return place ? [{ place, leaf }] : [];
		});
		const added = texts.filter(({ place, leaf }) => place.add(leaf, kind, this.count));
		const [only] = texts.length === 1 ? added : [];
		if (only === undefined || !isText(only.place.rank)) return;
		const repeated = RepeatedEvent.from(event, String(only.leaf.value));
		this.repeated = repeated && { event: repeated, place: only.place };
	}

	private noteReason({ path, value }: Leaf): void {
		if (!isReason(path.at(-1) ?? '', value)) return;
		getOrAdd(this.reasons, `${path.join('.')}=${value}`, () => this.count);
	}

	private placeOf({ path, value }: Leaf, types: readonly string[]): Place | undefined {
		const key = [...types, '', path.join('.')].join('\n');
		// A number alone is no text.
		if (typeof value === 'number') return this.places.get(key);
		const isText =
			typeof value === 'string' && value !== '' && rankOf(path.at(-1) ?? '') < Infinity;
		return isText
			? getOrAdd(this.places, key, () => new Place(types, path, this.question))
			: undefined;
	}

	/** The text at the likeliest place. */
	get text(): string {
		return this.rankPlaces()[0]?.text ?? '';
	}

	/** The places with a text that is no echo, the likeliest first. */
	private rankPlaces(): Place[] {
		const texts = ['', this.question];
		const places = [...this.places.values()].filter(({ text }) => !texts.includes(text.trim()));
		return places.sort(compareLikelihood);
	}

	/** The entries to confirm; undefined if the events don't show which text is whole. */
	get proposed(): ProposedEntries | undefined {
		const [place, ...otherPlaces] = this.rankPlaces();
		if (place === undefined || this.isUnclear(place, otherPlaces)) return undefined;
		const own = new Set([...place.kinds.values()].flatMap(({ words }) => words));
		const nameOf = (kind: Kind) => wordFor(kind, (word) => own.has(word));
		const events = this.eventsOf(place);
		const final = place.endMark ?? this.findEnd(place, nameOf);
		const named = [undefined, events, ...(final ?? '').split('&')];
		const others = this.othersOf(place)
			.map(nameOf)
			.filter((name) => !named.includes(name));
		return {
			'answer.text': place.path,
			'answer.events': [events],
			...(place.isSnapshot && { 'answer.mode': 'snapshot' }),
			...(final !== undefined && { 'answer.finalEvent': final }),
			...(others.length > 0 && { 'answer.otherEvents': [...new Set(others)] as string[] }),
		};
	}

	/** Whether the text may be a part of the answer, or more than it. */
	private isUnclear(place: Place, otherPlaces: readonly Place[]): boolean {
		return (
			place.isUnclear ||
			otherPlaces.some((other) => isAlternative(place, other)) ||
			this.othersOf(place).some(mayUndo) ||
			this.reasonsAfter(place).some(([word, first]) => hasStop(word, first > place.lastEvent))
		);
	}

	/** The reasons to end that came with the last text, or after it. */
	private reasonsAfter({ lastEvent }: Place) {
		return [...this.reasons].filter(([, first]) => first >= lastEvent);
	}

	/** What came only after the text, and is no known stop. */
	private findEnd(place: Place, nameOf: (kind: Kind) => string | undefined): string | undefined {
		const kinds = [...this.kinds.values()].filter(({ first }) => first > place.lastEvent);
		if (kinds.some(isStop)) return undefined;
		const reasons = this.reasonsAfter(place);
		const likely = kinds.findLast(({ words }) => words.some(saysEnd)) ?? kinds.at(-1);
		const [, reasonAt] = reasons.findLast(([word]) => saysEnd(word)) ?? [];
		const end = reasonAt ?? likely?.first ?? reasons.at(-1)?.[1];
		const kind = kinds.find(({ first }) => first === end);
		const [reason] = reasons.findLast(([, first]) => first === end) ?? [];
		return nameEnd(kind && nameOf(kind), reason);
	}

	/** A word for the events with the text that no other event has. */
	private eventsOf({ types }: Place): string {
		const others = [...this.kinds.values()].filter((kind) => kind.types.join() !== types.join());
		const isShared = (type: string) => others.some((kind) => kind.types.includes(type));
		return wordFor({ types, words: [] }, isShared) ?? defaultType;
	}

	/** The kinds of events that are no part of the answer. What stops an answer is not to be ignored. */
	private othersOf(place: Place): Kind[] {
		return [...this.kinds.values()].filter((kind) => {
			if (place.kinds.has(kind.kind) || kind.words.includes(doneMark)) return false;
			return kind.first <= place.lastEvent || !isStop(kind);
		});
	}
}
