/** The values inside an event, and what they state of it. Only proposals, doubts, and IDs rest on this. */
import { parseIfJson } from '../../../values/json';
import { isRecord, isText, pathsOf } from '../../../values/jsonObject';
import { hasOtherWord, isEndReason, isStatement, namesState, rankOf, saysEnd } from './likelyWords';
import { isNone } from './path';
import { type ReceivedEvent, typeFields } from './receivedEvent';

/** A value that is no object or list, or an empty list. */
export interface Leaf {
	/** The names that lead to it, as in a path. */
	readonly path: string;
	readonly name: string;
	readonly value: unknown;
	/** It is in an entry of a list. */
	readonly isInList: boolean;
}

const maxLeaves = 1000;
const maxDepth = 8;

const isName = (name: string) => name !== '' && !/[.[\]*]/.test(name);

/**
 * Opens JSON in a string. A string with the name of a text stays a string, and so does one that may be a
 * text, if nothing inside has the name of a text.
 */
function openJson(value: unknown, name: string): unknown {
	if (typeof value !== 'string' || !value.startsWith('{"') || rankOf(name) === 0) return value;
	const parsed = parseIfJson(value);
	const hasText = () => pathsOf(parsed).some((path) => rankOf(path) === 0);
	return rankOf(name) === 1 && !hasText() ? value : (parsed ?? value);
}

const isLeaf = (value: unknown) => typeof value !== 'object' || isNone(value);

const known = new WeakMap<ReceivedEvent, readonly Leaf[]>();

/** The values of an event, at most a thousand. */
export function leavesOf(event: ReceivedEvent): readonly Leaf[] {
	const leaves = known.get(event) ?? findLeaves(event);
	known.set(event, leaves);
	return leaves;
}

function findLeaves({ value, data }: ReceivedEvent): readonly Leaf[] {
	const leaves: Leaf[] = [];
	const walk = (given: unknown, path: readonly string[], isInList: boolean): void => {
		if (leaves.length >= maxLeaves) return;
		const name = path.at(-1) ?? '';
		const inner = openJson(given, name);
		if (isLeaf(inner)) {
			leaves.push({ path: path.join('.'), name, value: inner, isInList });
		} else if (Array.isArray(inner)) {
			// No path names the entries of a list without names.
			const named = path.length > 0 ? inner : inner.filter(isRecord);
			for (const entry of named) walk(entry, path, true);
		} else if (isRecord(inner) && path.length < maxDepth) {
			for (const key of Object.keys(inner).filter(isName)) {
				walk(inner[key], [...path, key], isInList);
			}
		}
	};
	walk(typeof value === 'number' || typeof value === 'boolean' ? data : value, [], false);
	return leaves;
}

/** Longer data isn't proposed as a name. */
const isMark = (value: unknown): value is string =>
	typeof value === 'string' && /^[\w.:/<>|[\]-]{1,40}$/.test(value);

/** Whether a value can be a word. One with digits is an ID or a time. */
const isWord = ({ value }: Leaf) => value === true || (isMark(value) && !/\d{3}/.test(value));

/** Whether a value says that its event has something else than the answer. */
function saysOther(leaf: Leaf): boolean {
	const { name, value } = leaf;
	if (!isWord(leaf) || namesState(name) || isEndReason(name, value)) return false;
	return hasOtherWord(value === true ? name : String(value));
}

/** Whether a value is a state, and no end. */
const isState = ({ name, value }: Leaf) => namesState(name) && isMark(value) && !saysEnd(value);

/** The label for whether an event has a state. */
export const stateField = 'state of the event';

/** What is stated of a text, such as who writes it. */
export type Label = readonly [field: string, value: string];

/** Names in an event that can be a word. */
const maxNames = 20;

/** Whether a value states something of the texts around it. */
const isLabel = ({ path, name, value, isInList }: Leaf) =>
	!typeFields.includes(path) && (isStatement(name, value) || (isInList && name === 'index'));

/** Whether a value states that the texts around it are of somebody else, or of something else. */
const isOther = (leaf: Leaf) =>
	isLabel(leaf) && (leaf.value === true || hasOtherWord(String(leaf.value)));

/** The strings in an event that may be texts of the answer. */
export function textsIn(event: ReceivedEvent): readonly Leaf[] {
	const leaves = leavesOf(event);
	if (leaves.some(isOther)) return [];
	return leaves.filter(({ value }) => isText(value));
}

/** The text of an event with one, which has the name of a text; else undefined. */
export function onlyTextIn(event: ReceivedEvent): string | undefined {
	const [only, ...more] = textsIn(event);
	const isOnly = only && more.length === 0 && (rankOf(only.name) ?? 2) < 2;
	return isOnly ? String(only.value) : undefined;
}

/**
 * What an event states of its texts at a path.
 *
 * @param tested fields by which the user selects the texts, so they state nothing more
 */
export function labelsOf(
	event: ReceivedEvent,
	textPath: string,
	tested: readonly string[],
): readonly Label[] {
	const leaves = leavesOf(event).filter(({ path }) => !tested.includes(path));
	const inside = leaves.slice(0, maxNames).filter(({ path }) => path !== textPath);
	return [
		...leaves.filter(isLabel).map(({ path, value }): Label => [path, String(value)]),
		['other word in the event', String(inside.some(saysOther))],
		[stateField, String(inside.some(isState))],
	];
}

/** Whether an event has a text of somebody else, or of something else, but for fields that are tested. */
export const isOfOther = (event: ReceivedEvent, tested: readonly string[]): boolean =>
	leavesOf(event).some((leaf) => isOther(leaf) && !tested.includes(leaf.path));

/** A word for events with this value. */
export const wordOf = ({ path, value }: Leaf) => `${path}=${String(value)}`;

const nameOf = (path: string, value: unknown) => `${path}=${isNone(value) ? '' : '*'}`;

/** The words that name an event, the best first: its types, its mark, what it states, and its names. */
export function wordsOf(event: ReceivedEvent): readonly string[] {
	const { types, value, record } = event;
	const named = leavesOf(event)
		.filter(({ path }) => path !== '')
		.slice(0, maxNames);
	const stated = named.filter(
		({ name, value: inner }) => isStatement(name, inner) || isEndReason(name, inner),
	);
	const names = Object.keys(record).filter(isName).slice(0, maxNames);
	return [
		...types.toReversed(),
		...stated.map(wordOf),
		...(isMark(value) ? [value] : []),
		...names.map((name) => nameOf(name, record[name])),
		...named.map(({ path, value: inner }) => nameOf(path, inner)),
		...named.filter(isWord).map(wordOf),
	];
}

/** The words of an event that may show that, or why, the text ends. */
export const endReasonsIn = (event: ReceivedEvent): readonly string[] =>
	leavesOf(event)
		.filter(({ name, value }) => isEndReason(name, value))
		.map(wordOf);
