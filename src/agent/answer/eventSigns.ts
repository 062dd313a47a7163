/** Words by which an event can be named, to propose them. */
import { isRecord } from '../../values/jsonObject';
import type { ReceivedEvent } from './receivedEvent';
import { isStatement } from './statements';

/** What an event shows of what it is. */
export interface EventSigns {
	readonly types: readonly string[];
	/** What tells events of one kind from others: the types, or what an event without one has. */
	readonly kind: string;
	/** The words that name the event, the best first. */
	readonly words: readonly string[];
}

/** Names in an event that are looked at. */
const maxNames = 20;

const maxDepth = 3;

/** Longer data isn't proposed as a name. */
const maxMark = 40;

const isMark = (value: unknown): value is string =>
	typeof value === 'string' && /^[\w.:/<>|[\]-]+$/.test(value) && value.length <= maxMark;

/** Words such as `role=tool` or `items.kind=thought` for the short texts in a value, and what is true. */
function statedIn(value: unknown, test: typeof isStatement, path = '', depth = 0): string[] {
	if (Array.isArray(value))
		return value.slice(0, maxNames).flatMap((each) => statedIn(each, test, path, depth + 1));
	if (!isRecord(value) || depth > maxDepth) return [];
	return Object.keys(value)
		.slice(0, maxNames)
		.flatMap((name) => {
			const inside = path === '' ? name : `${path}.${name}`;
			const inner: unknown = value[name];
			return test(name, inner) ? [`${inside}=${inner}`] : statedIn(inner, test, inside, depth + 1);
		});
}

export function signsOf({ types, value, record }: ReceivedEvent): EventSigns {
	const marks = isMark(value) ? [value] : [];
	const names = Object.keys(record)
		.slice(0, maxNames)
		.map((name) => `${name}=*`);
	const shown = [...statedIn(value, isStatement), ...marks, ...names];
	const kind = (types.length > 0 ? types : ['', ...shown]).join('\n');
	const values = statedIn(value, (_name, inner): inner is string => isMark(inner));
	return { types, kind, words: [...types.toReversed(), ...shown, ...values] };
}

/** @param isShared whether a word names events of another meaning, too */
export function wordFor(
	{ types, words }: EventSigns,
	isShared: (word: string) => boolean,
): string | undefined {
	if (types.length === 0) return words.find((word) => !isShared(word));
	return types.findLast((type) => !isShared(type)) ?? types.join('&');
}
