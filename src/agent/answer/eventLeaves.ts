/** The values inside an event, and the words that name it. Only proposals rest on this. */
import type { IDataObject } from 'n8n-workflow';
import { parseIfJson } from '../../values/json';
import { isRecord, pathsOf } from '../../values/jsonObject';
import {
	hasOtherWord,
	isReason,
	isStatement,
	isStopReason,
	isText,
	mayBeText,
	mayTellApart,
	namesReason,
	namesState,
	rankOf,
	saysEnd,
	saysUndone,
} from './likelyWords';
import { isNone } from './path';
import { type ReceivedEvent, typeFields } from './receivedEvent';

/** A field that states what is beside it. */
interface State {
	/** After how many names of the path the field is. */
	readonly part: number;
	readonly field: string;
	readonly value: string;
	/** The value says that this is no text of the answer. */
	readonly isOther: boolean;
}

/** A value that is no object or list, or an empty list. */
export interface Leaf {
	/** The names that lead to it, as in a path. */
	readonly path: readonly string[];
	readonly value: unknown;
	/** What the fields around it state. */
	readonly states: readonly State[];
}

const maxLeaves = 1000;
/** Of each record. */
const maxStates = 50;
const maxDepth = 8;

const isName = (name: string) => name !== '' && !/[.[\]*]/.test(name);

/** JSON in a string, unless its name is that of a text, or may be and the JSON has no such name inside. */
function openJson(value: unknown, name: string): unknown {
	const rank = rankOf(name);
	if (typeof value !== 'string' || !value.startsWith('{"') || isText(rank)) return value;
	const parsed = parseIfJson(value);
	const hasText = () => pathsOf(parsed).some((path) => isText(rankOf(path)));
	return mayBeText(rank) && !hasText() ? value : (parsed ?? value);
}

function statesOf(record: IDataObject, part: number): State[] {
	const fields = Object.entries(record).filter(
		([field, value]) => isName(field) && mayTellApart(field, value),
	);
	const beside = fields.filter(([field]) => part > 0 || !typeFields.includes(field));
	return beside.slice(0, maxStates).map(([field, value]) => {
		const isOther = value === true ? hasOtherWord(field) : hasOtherWord(String(value));
		return { part, field, value: String(value), isOther };
	});
}

const isLeaf = (value: unknown) => typeof value !== 'object' || isNone(value);

/** The values of an event, at most a thousand. */
export function leavesOf({ value, data }: ReceivedEvent): readonly Leaf[] {
	const leaves: Leaf[] = [];
	const walk = (given: unknown, path: readonly string[], outer: readonly State[]): void => {
		if (leaves.length >= maxLeaves) return;
		const inner = openJson(given, path.at(-1) ?? '');
		if (isLeaf(inner)) {
			leaves.push({ path, value: inner, states: outer });
		} else if (Array.isArray(inner)) {
			for (const entry of inner) walkEntry(entry, path, outer);
		} else if (isRecord(inner) && path.length < maxDepth) {
			const states = [...outer, ...statesOf(inner, path.length)];
			for (const name of Object.keys(inner)) {
				if (isName(name)) walk(inner[name], [...path, name], states);
			}
		}
	};
	/** Of several choices, the first is the answer. */
	const walkEntry = (entry: unknown, path: readonly string[], outer: readonly State[]) => {
		const index = isRecord(entry) ? entry.index : undefined;
		if (typeof index !== 'number') return walk(entry, path, outer);
		if (index === 0) walk(entry, [...path.slice(0, -1), `${path.at(-1) ?? ''}[!index]`], outer);
	};
	walk(typeof value === 'number' || typeof value === 'boolean' ? data : value, [], []);
	return leaves;
}

/** What an event shows of what it is. */
export interface EventSigns {
	readonly types: readonly string[];
	/** What tells events of one kind from others: the types, or what an event without one has. */
	readonly kind: string;
	/** The words that name the event, the best first. */
	readonly words: readonly string[];
}

/** Names in an event that can be a word. */
const maxNames = 20;

/** Longer data isn't proposed as a name. */
const isMark = (value: unknown): value is string =>
	typeof value === 'string' && /^[\w.:/<>|[\]-]{1,40}$/.test(value);

export function signsOf(event: ReceivedEvent, leaves = leavesOf(event)): EventSigns {
	const { types, value, record } = event;
	const inside = leaves.filter(({ path }) => path.length > 0).slice(0, maxNames);
	const wordOf = ({ path, value: inner }: Leaf) => `${path.join('.')}=${String(inner)}`;
	const nameOf = (path: string, inner: unknown) => `${path}=${isNone(inner) ? '' : '*'}`;
	const stated = inside.filter(({ path, value: inner }) => {
		const name = path.at(-1) ?? '';
		const isOtherLabel = isMark(inner) && rankOf(name) === Infinity && hasOtherWord(inner);
		return isOtherLabel || isStatement(name, inner) || isReason(name, inner);
	});
	const names = new Set([
		...Object.entries(record).map(([name, inner]) => nameOf(name, inner)),
		...inside.map(({ path, value: inner }) => nameOf(path.join('.'), inner)),
	]);
	const marks = isMark(value) ? [value] : [];
	const shown = [...stated.map(wordOf), ...marks, ...[...names].slice(0, maxNames)];
	const kind = (types.length > 0 ? types : ['', ...shown]).join('\n');
	const values = inside.filter(({ value: inner }) => inner === true || isMark(inner)).map(wordOf);
	return { types, kind, words: [...types.toReversed(), ...shown, ...values] };
}

/** The last name of the path in a word, and the value. */
function readWord(word: string): readonly [name: string, value: string] {
	const [path = '', value = ''] = word.split('=');
	return [path.slice(path.lastIndexOf('.') + 1), value];
}

/** Whether a word says that its event is something else than a text of the answer. */
export function saysOther(word: string): boolean {
	const [name, value] = readWord(word);
	return !namesState(name) && !namesReason(name) && hasOtherWord(value);
}

/** Whether a word has a state, and no end. */
export function hasState(word: string): boolean {
	const [name, value] = readWord(word);
	return namesState(name) && isMark(value) && value !== '*' && !saysEnd(value);
}

/** Whether a word has a reason that is no known end; {@link isStopReason} describes `isAfter`. */
export const hasStop = (word: string, isAfter: boolean) => isStopReason(...readWord(word), isAfter);

/** Whether events may say that a text before counts no longer. A name alone says nothing. */
export const mayUndo = ({ types, words }: EventSigns) =>
	[...types, ...words].some((word) => !/=\*?$/.test(word) && saysUndone(word));

/** @param isShared whether a word names events of another meaning, too */
export function wordFor(
	{ types, words }: Pick<EventSigns, 'types' | 'words'>,
	isShared: (word: string) => boolean,
): string | undefined {
	if (types.length === 0) return words.find((word) => !isShared(word));
	return types.findLast((type) => !isShared(type)) ?? types.join('&');
}
