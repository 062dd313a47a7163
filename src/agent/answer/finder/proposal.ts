/**
 * Guesses the format of an answer, and never acts on the guess: gathers the texts of all events, takes the
 * likeliest place, and proposes it if the answer, read by it, would be complete.
 */
import { defaultType } from '../../../http/eventRecord';
import { type Leaf, onlyTextIn, textsIn } from '../events/eventLeaves';
import { hasOtherWord, rankOf } from '../events/likelyWords';
import { keepsAlive, type ReceivedEvent } from '../events/receivedEvent';
import type { ProposedEntries } from '../format';
import { formatOf } from '../ownFormat';
import { KnownAnswer } from '../reader/knownAnswer';
import { JoinedText } from '../reader/messages';
import { isEndMark } from '../reader/possibleEnd';
import { readEach } from '../reader/repeatedEvent';

/** What has a word for something else, as a name or a type, is the unlikeliest. */
const rankOfOthers = 10;

/** So many places are compared. A service may send new names without end. */
const maxPlaces = 500;

/** The texts at a path, in events of the same types. */
class Place {
	readonly joined = new JoinedText();
	hasQuestion = false;

	constructor(
		readonly types: readonly string[],
		readonly path: string,
		private readonly rankOfName: number,
	) {}

	/** How likely the text is that of the answer: the lower, the likelier. A label is less likely. */
	get rank(): number {
		return this.rankOfName + (this.joined.isLabel ? 0.5 : 0);
	}

	get text(): string {
		return this.joined.likelyText.trim();
	}

	/** @returns what to send live: nothing, as long as it is only likely */
	add(text: string, question: string): string {
		this.joined.append(text);
		this.hasQuestion ||= text.trim() !== '' && text.trim() === question;
		return '';
	}
}

export interface Proposal {
	/** The text at the likeliest place. */
	readonly text: string;
	/** Undefined if the events don't show which text is whole. */
	readonly entries?: ProposedEntries;
}

function findPlaces(events: Iterable<ReceivedEvent>, question: string): Place[] {
	const places = new Map<string, Place>();
	const add = ({ types }: ReceivedEvent, { path, name, value }: Leaf): Place | undefined => {
		const rank = rankOf(name);
		const text = String(value);
		if (rank === undefined || isEndMark(text)) return undefined;
		const key = [...types, '', path].join('\n');
		const isOther = [...types, ...path.split('.')].some(hasOtherWord);
		const place = places.get(key) ?? new Place(types, path, isOther ? rank + rankOfOthers : rank);
		place.add(text, question);
		if (places.size < maxPlaces) places.set(key, place);
		return place;
	};
	readEach(events, (event) => {
		if (keepsAlive(event)) return undefined;
		const [place] = textsIn(event).map((leaf) => add(event, leaf));
		const text = onlyTextIn(event);
		if (place === undefined || text === undefined) return undefined;
		return { text, add: (next) => (isEndMark(next) ? undefined : place.add(next, question)) };
	});
	return [...places.values()].filter(({ text }) => text !== '' && text !== question);
}

/** The likelier place comes first, then the longer text. */
const compareLikelihood = (one: Place, other: Place) =>
	one.rank - other.rank || other.text.length - one.text.length;

function readBy(entries: ProposedEntries, events: Iterable<ReceivedEvent>): KnownAnswer {
	const path = String(entries['answer.text']);
	const answer = new KnownAnswer(formatOf(entries, path, 'the proposal'), entries);
	readEach(events, (event) => answer.add(event).again);
	return answer;
}

/** Whether a place is likely enough, and each other one is less likely, or has a copy of its text. */
function isCertain(place: Place, others: readonly Place[]): boolean {
	const isLikely = place.rank <= rankOfOthers && !place.hasQuestion;
	return (
		isLikely &&
		others.every((other) => other.rank !== place.rank || other.text.includes(place.text))
	);
}

/** @param question of the user, whose echo is no answer */
export function propose(events: Iterable<ReceivedEvent>, question = ''): Proposal {
	const [place, ...others] = findPlaces(events, question.trim()).sort(compareLikelihood);
	if (place === undefined) return { text: '' };
	const types = place.types.join('&') || defaultType;
	const entries = { 'answer.text': place.path, 'answer.events': [types] };
	const first = readBy(entries, events);
	const { proposed = entries } = first;
	const second = proposed === entries ? first : readBy(proposed, events);
	const isUnclear = first.isUnclear || second.isUnclear || !isCertain(place, others);
	const isWhole = !isUnclear && second.incompleteReason(true) === undefined;
	return isWhole ? { text: second.text, entries: proposed } : { text: first.text };
}
