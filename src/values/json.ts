/** JSON as it is received and sent, without changing numbers that JavaScript would round. */
import { randomUUID } from 'crypto';

/** Marks a number that is kept as it was written. It is random, so no input can contain it. */
const writtenMark = `number ${randomUUID()} `;

const quotedWritten = new RegExp(`"${writtenMark}([^"]*)"`, 'g');

/** A quoted string, or a number. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function replaceNumbers(text: string, replace: (number: string) => string): string {
	return text.replace(token, (found) => (found.startsWith('"') ? found : replace(found)));
}

/**
 * Parses a response. Whole numbers above 2^53, such as long IDs, become strings.
 *
 * @throws SyntaxError
 */
export function parseResponse(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	if (!/\d{16}/.test(text)) return parsed;
	const isTooLong = (number: string) => /^-?\d+$/.test(number) && !Number.isSafeInteger(+number);
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
	const parsed: unknown = JSON.parse(text);
	const isKept = (number: string) => String(Number(number)) === number;
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
