/**
 * What an event is, by the words that it shows: its types, the fields that state something, and the names
 * of all others. Only proposals and doubts rest on this.
 */
import { type Label, type Leaf, leavesOf } from './eventLeaves';
import {
	hasOtherWord,
	isReason,
	isStatement,
	isStopReason,
	namesReason,
	namesState,
	saysEnd,
	saysUndone,
} from './likelyWords';
import { isNone } from './path';
import type { ReceivedEvent } from './receivedEvent';

/** What an event shows of what it is. */
export interface EventSigns {
	readonly types: readonly string[];
	/** What distinguishes events of one kind: the types, or what an event without a type has. */
	readonly kind: string;
	/** The words that name the event, the best first. */
	readonly words: readonly string[];
}

/** Names in an event that can be a word. */
const maxNames = 20;

/** Longer data isn't proposed as a name. */
const isMark = (value: unknown): value is string =>
	typeof value === 'string' && /^[\w.:/<>|[\]-]{1,40}$/.test(value);

/** Whether a value can be a word. One with digits is an ID or a time. */
const isWord = ({ value }: Leaf) => value === true || (isMark(value) && !/\d{3}/.test(value));

/** A word for events with this value. */
export const wordOf = ({ path, value }: Leaf) => `${path.join('.')}=${String(value)}`;

export function signsOf(event: ReceivedEvent): EventSigns {
	const { types, value, record } = event;
	const inside = leavesOf(event)
		.filter(({ path }) => path.length > 0)
		.slice(0, maxNames);
	const nameOf = (path: string, inner: unknown) => `${path}=${isNone(inner) ? '' : '*'}`;
	const stated = inside.filter(({ path, value: inner }) => {
		const name = path.at(-1) ?? '';
		return isStatement(name, inner) || isReason(name, inner);
	});
	const names = new Set([
		...Object.entries(record).map(([name, inner]) => nameOf(name, inner)),
		...inside.map(({ path, value: inner }) => nameOf(path.join('.'), inner)),
	]);
	const marks = isMark(value) ? [value] : [];
	const shown = [...stated.map(wordOf), ...marks, ...[...names].slice(0, maxNames)];
	const kind = (types.length > 0 ? types : ['', ...shown]).join('\n');
	const values = inside.filter(isWord).map(wordOf);
	return { types, kind, words: [...types.toReversed(), ...shown, ...values] };
}

/** Whether a value says that its event has something else than the answer. */
function saysOther(leaf: Leaf): boolean {
	const name = leaf.path.at(-1) ?? '';
	if (!isWord(leaf) || namesState(name) || namesReason(name)) return false;
	return hasOtherWord(leaf.value === true ? name : String(leaf.value));
}

/** Whether a value is a state, and no end. */
const isState = ({ path, value }: Leaf) =>
	namesState(path.at(-1) ?? '') && isMark(value) && !saysEnd(value);

/** The label for whether there is a state beside a text. */
export const stateField = 'state of the event';

/** What a text in an event is labeled with. A word beside the text may describe something else. */
export function labelsOf(event: ReceivedEvent, { path, labels }: Leaf): readonly Label[] {
	const inside = leavesOf(event).slice(0, maxNames);
	const label = (field: string, isSo: boolean) => ({ field, value: String(isSo), isOther: false });
	return [
		// A text states nothing about itself.
		...labels.filter(({ field }) => field !== path.join('.')),
		label('other word in the event', inside.some(saysOther)),
		label(stateField, inside.some(isState)),
	];
}

/** Whether a value shows whether, or why, the text ends. */
export const hasReason = ({ path, value }: Leaf) => isReason(path.at(-1) ?? '', value);

/** Whether a reason is no known end; {@link isStopReason} describes `isAfter`. */
export const hasStop = ({ path, value }: Leaf, isAfter: boolean) =>
	isStopReason(path.at(-1) ?? '', String(value), isAfter);

/**
 * The reasons in an event to stop, as words. A user may not have seen them when they confirmed the end.
 *
 * @param ends words by which the event ends the answer, so that an unknown state is a reason, too
 */
export function stopReasonsIn(event: ReceivedEvent, ends: readonly string[]): readonly string[] {
	const stops = leavesOf(event).filter((leaf) => hasReason(leaf) && hasStop(leaf, ends.length > 0));
	const isNamed = ({ path }: Leaf) => ends.some((word) => word.includes(`${path.join('.')}=`));
	return stops.filter((leaf) => !isNamed(leaf)).map(wordOf);
}

/** Whether events may show that an earlier text no longer counts. A name alone doesn't. */
export const mayUndo = ({ types, words }: EventSigns) =>
	[...types, ...words].some((word) => !/=\*?$/.test(word) && saysUndone(word));

/**
 * A word that names events, and no others; undefined if there is none.
 *
 * @param isShared whether a word names events of another meaning, too
 */
export function wordFor(
	{ types, words }: EventSigns,
	isShared: (word: string) => boolean,
): string | undefined {
	const word = words.find((each) => !isShared(each));
	const isField = word !== undefined && !types.includes(word);
	return isField ? [...types, word].join('&') : word;
}
