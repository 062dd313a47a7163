/**
 * Guesses the format of an answer, and never acts on the guess. It gathers the texts of an unknown
 * format until the stream ends, picks the likeliest place, and proposes a format for the user to
 * confirm.
 */
import { defaultType } from '../../../http/eventRecord';
import { type Leaf, leavesOf } from '../events/eventLeaves';
import {
	type EventSigns,
	hasReason,
	hasStop,
	labelsOf,
	mayUndo,
	signsOf,
	wordFor,
	wordOf,
} from '../events/eventSigns';
import { getOrAdd } from '../events/getOrAdd';
import { isText, rankOf, saysEnd, saysStop } from '../events/likelyWords';
import { namesIn } from '../events/path';
import { doneMark, keepsAlive, type ReceivedEvent } from '../events/receivedEvent';
import { findFailure } from '../events/reportedFailure';
import type { ProposedEntries } from '../format';
import type { Added, Again } from '../reader/knownAnswer';
import { addWords } from '../reader/unknownEvents';
import { type Kind, Place } from './place';

const isStop = ({ types }: Kind) => types.some((type) => saysStop(type) && !saysEnd(type));

type NameOf = (signs: EventSigns) => string | undefined;

/** What the path of a text inside the place begins with. */
const startOf = ({ path }: Place) => (path === '' ? '' : `${path}.`);

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

/** The likelier name comes first, then texts before labels, then the longer text or the one of more pieces. */
function compareLikelihood(one: Place, other: Place): number {
	const [text, otherText] = [one.text.trim(), other.text.trim()];
	return (
		groupOf(one) - groupOf(other) ||
		Number(one.isLabel) - Number(other.isLabel) ||
		(text === otherText ? other.joined.count - one.joined.count : otherText.length - text.length) ||
		one.rank - other.rank
	);
}

export class Proposal {
	private readonly places = new Map<string, Place>();
	private readonly kinds = new Map<string, Kind>();
	/** The reasons to end, each with the first event that has it. */
	private readonly reasons = new Map<string, { readonly leaf: Leaf; readonly kind: Kind }>();
	/** The last event. */
	private last: Kind | undefined;
	private count = 0;

	private readonly question: string;

	/** @param question of the user, whose echo is no answer */
	constructor(question = '') {
		this.question = question.trim();
	}

	add(event: ReceivedEvent): Added {
		this.count++;
		const failure = findFailure(event);
		if (failure !== undefined || keepsAlive(event)) return { text: '', failure };
		return { text: '', again: this.addLeaves(event) };
	}

	private addLeaves(event: ReceivedEvent): Again | undefined {
		const signs = signsOf(event);
		const seen = { ...signs, first: this.count };
		const kind = getOrAdd(this.kinds, signs.kind, () => seen) ?? seen;
		this.last = kind;
		const texts = leavesOf(event).flatMap((leaf) => {
			if (hasReason(leaf)) getOrAdd(this.reasons, wordOf(leaf), () => ({ leaf, kind: seen }));
			const place = this.placeOf(leaf, event.types);
			return place ? [{ place, leaf }] : [];
		});
		const added = texts.filter(({ place, leaf }) =>
			place.add(String(leaf.value), labelsOf(event, leaf), signs, this.count),
		);
		const [only] = texts.length === 1 ? added : [];
		if (only === undefined || !isText(only.place.rank)) return undefined;
		const add = (text: string) => {
			this.count++;
			only.place.addText(text, this.count);
			return '';
		};
		return { text: String(only.leaf.value), add };
	}

	private placeOf({ path, value }: Leaf, types: readonly string[]): Place | undefined {
		const isText = typeof value === 'string' && value !== '';
		if (!isText || rankOf(path.at(-1) ?? '') === Infinity) return undefined;
		const names = path.join('.');
		const create = () => new Place(types, names, this.question);
		return getOrAdd(this.places, [...types, '', names].join('\n'), create);
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
		if (place === undefined || otherPlaces.some((other) => isAlternative(place, other)))
			return undefined;
		return this.entriesFor(place);
	}

	/**
	 * As `proposed`, for entries of a user that are not all.
	 *
	 * @param text that they find
	 */
	proposedFor(entries: ProposedEntries, text: string): ProposedEntries | undefined {
		const path = String(entries['answer.text']);
		const isSame = (place: Place) =>
			namesIn(place.path) === namesIn(path) && place.text.trim() === text.trim();
		const place = this.rankPlaces().find(isSame);
		const proposed = place && this.entriesFor(place);
		const otherEvents = [proposed?.['answer.otherEvents'] ?? []].flat();
		return proposed && addWords({ ...proposed, ...entries }, { otherEvents });
	}

	private entriesFor(place: Place): ProposedEntries | undefined {
		if (this.isUnclear(place)) return undefined;
		const own = new Set([...place.kinds.values()].flatMap(({ words }) => words));
		const nameOf: NameOf = (kind) => wordFor(kind, (word) => own.has(word));
		const events = place.types.join('&') || defaultType;
		const end = place.endMark === undefined ? this.findEnd(place) : undefined;
		const final = place.endMark ?? (end && this.nameEnd(end, place, nameOf));
		const others = this.othersOf(place).filter((kind) => kind !== end || kind.first < end.first);
		const names = [...others, ...place.others.values()]
			.map(nameOf)
			.filter((name) => name !== undefined && name !== events);
		return {
			'answer.text': place.path,
			'answer.events': [events],
			...(place.joined.isSnapshot && { 'answer.mode': 'snapshot' }),
			...(final !== undefined && { 'answer.finalEvent': final }),
			...(names.length > 0 && { 'answer.otherEvents': [...new Set(names)] as string[] }),
		};
	}

	/** Whether the text may be a part of the answer, or more than it. */
	private isUnclear(place: Place): boolean {
		return (
			place.isUnclear ||
			this.othersOf(place).some(mayUndo) ||
			this.endsBefore(place) ||
			this.kindsAfter(place).some(isStop) ||
			this.reasonsAfter(place).some(({ leaf, kind }) => hasStop(leaf, kind.first > place.lastEvent))
		);
	}

	/** Whether the last event came before a text, too, so that it may end a part of the answer. */
	private endsBefore({ kinds, lastEvent }: Place): boolean {
		const { last } = this;
		if (last === undefined || last.first > lastEvent || kinds.has(last.kind)) return false;
		return last.words.some(saysEnd);
	}

	/** The reasons to end that came with the last text, or after it. */
	private reasonsAfter({ lastEvent }: Place) {
		return [...this.reasons.values()].filter(({ kind }) => kind.first >= lastEvent);
	}

	/** The event that came only after the text, or with its end. */
	private findEnd(place: Place): Kind | undefined {
		const reasons = this.reasonsAfter(place);
		const kinds = this.kindsAfter(place);
		const known = reasons.findLast(({ leaf }) => saysEnd(wordOf(leaf)))?.kind;
		const likely = kinds.findLast(({ words }) => words.some(saysEnd)) ?? kinds.at(-1);
		return known ?? likely ?? reasons.at(-1)?.kind;
	}

	private kindsAfter({ lastEvent }: Place): Kind[] {
		return [...this.kinds.values()].filter(({ first }) => first > lastEvent);
	}

	/** A word for the final event. Without a type, only its reason may distinguish it from earlier ones. */
	private nameEnd(end: Kind, place: Place, nameOf: NameOf): string | undefined {
		const isLikeOthers = end.types.length === 0 && !this.kindsAfter(place).includes(end);
		const reason = this.reasonsAfter(place).at(-1);
		return isLikeOthers && reason ? wordOf(reason.leaf) : nameOf(end);
	}

	/** The kinds of events that are no part of the answer. */
	private othersOf({ kinds }: Place): Kind[] {
		const isOther = ({ kind, words }: Kind) => !kinds.has(kind) && !words.includes(doneMark);
		return [...this.kinds.values()].filter(isOther);
	}
}
