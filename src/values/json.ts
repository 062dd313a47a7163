/** JSON as it is received and sent, without changing numbers that JavaScript would round. */
import { randomUUID } from 'crypto';

/** Marks a number that is kept as it was written. It is random, so no input can contain it. */
const writtenMark = `number ${randomUUID()} `;

const quotedWritten = new RegExp(`"${writtenMark}([^"]*)"`, 'g');

/** Deeper JSON is refused: what reads it goes from level to level, and would run out of stack. */
const maxJsonDepth = 1000;

/** The index after the string that begins at an index. A regular expression would run out of stack. */
function endOfString(text: string, start: number): number {
	let end = start + 1;
	while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
	return end + 1;
}

/** The index after the number that begins at an index, for the same reason. */
function endOfNumber(text: string, start: number): number {
	let end = start + 1;
	while (end < text.length && '0123456789.eE+-'.includes(text.charAt(end))) end++;
	return end;
}

/** @param text valid JSON */
function replaceNumbers(text: string, replace: (number: string) => string): string {
	const beginning = /["\d-]/g;
	const parts: string[] = [];
	let position = 0;
	for (let found = beginning.exec(text); found; found = beginning.exec(text)) {
		const start = found.index;
		const isString = text[start] === '"';
		const end = isString ? endOfString(text, start) : endOfNumber(text, start);
		const token = text.slice(start, end);
		parts.push(text.slice(position, start), isString ? token : replace(token));
		position = end;
		beginning.lastIndex = end;
	}
	return parts.join('') + text.slice(position);
}

/** Whether lists and objects are nested in more than this many levels. */
function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function parse(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	const mayBeDeep = text.length > 2 * maxJsonDepth;
	if (!mayBeDeep || !isDeeper(parsed, maxJsonDepth)) return parsed;
	throw new SyntaxError(`The JSON has more than ${maxJsonDepth} levels`);
}

const isDigit = (character = '') => character >= '0' && character <= '9';

/** Whether a text has 16 digits in a row. One of them is at a multiple of 16, so few are looked at. */
function hasLongNumber(text: string): boolean {
	for (let position = 0; position < text.length; position += 16) {
		let start = position;
		let end = position;
		while (isDigit(text[start - 1])) start--;
		while (isDigit(text[end])) end++;
		if (end - start >= 16) return true;
	}
	return false;
}

/**
 * Parses a response. Numbers above 2^53, such as long IDs, become strings.
 *
 * @throws SyntaxError
 */
export function parseResponse(text: string): unknown {
	const parsed = parse(text);
	if (!hasLongNumber(text)) return parsed;
	const isTooLong = (number: string) =>
		!/[eE]/.test(number) && !Number.isSafeInteger(Math.trunc(+number));
	return JSON.parse(
		replaceNumbers(text, (number) => (isTooLong(number) ? `"${number}"` : number)),
	) as unknown;
}

/** As {@link parseResponse}, but undefined if the text is not JSON. */
export function parseIfJson(text: string): unknown {
	try {
		return parseResponse(text);
	} catch {
		return undefined;
	}
}

/**
 * Parses JSON of a user, to be written by {@link writeJson} with its numbers unchanged.
 *
 * @throws SyntaxError
 */
export function parseWritten(text: string): unknown {
	const parsed = parse(text);
	// A number above 2^53 may be written as JavaScript would, but counts as rounded.
	const isKept = (number: string) =>
		String(Number(number)) === number && Math.abs(Number(number)) <= Number.MAX_SAFE_INTEGER;
	const marked = replaceNumbers(text, (number) =>
		isKept(number) ? number : JSON.stringify(writtenMark + number),
	);
	return marked === text ? parsed : (JSON.parse(marked) as unknown);
}

/** The digits of a number that {@link parseWritten} kept, else undefined. */
export function writtenNumber(value: unknown): string | undefined {
	const isKept = typeof value === 'string' && value.startsWith(writtenMark);
	return isKept ? value.slice(writtenMark.length) : undefined;
}

export function writeJson(body: unknown): string {
	return JSON.stringify(body).replaceAll(quotedWritten, '$1');
}
