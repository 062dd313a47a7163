/** JSON as it travels: numbers that JavaScript cannot hold are never changed on their way. */
import { randomUUID } from 'crypto';

/** Stands in front of a number that is kept as it was written; no text from outside can have it. */
const writtenMark = `number ${randomUUID()} `;

const quotedWritten = new RegExp(`"${writtenMark}([^"]*)"`, 'g');

/** A text in quotes, or a number. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function replaceNumbers(text: string, replace: (number: string) => string): string {
	return text.replace(token, (found) => (found.startsWith('"') ? found : replace(found)));
}

/**
 * Parses a response. Whole numbers beyond 2^53, such as long identifiers, become texts, as they
 * would be changed as numbers.
 *
 * @param text JSON
 * @throws SyntaxError where it is no JSON
 */
export function parseResponse(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	if (!/\d{16}/.test(text)) return parsed;
	const isTooLong = (number: string) => /^-?\d+$/.test(number) && !Number.isSafeInteger(+number);
	return JSON.parse(
		replaceNumbers(text, (number) => (isTooLong(number) ? `"${number}"` : number)),
	) as unknown;
}

/**
 * Parses what may be JSON, as {@link parseResponse} does.
 *
 * @param text anything
 * @returns undefined where it is no JSON
 */
export function parseIfJson(text: string): unknown {
	try {
		return parseResponse(text);
	} catch {
		return undefined;
	}
}

/**
 * Parses JSON that a user wrote, to be sent as it was written: a number that JavaScript would write
 * otherwise is kept for {@link writeJson}.
 *
 * @param text JSON
 * @throws SyntaxError where it is no JSON
 */
export function parseWritten(text: string): unknown {
	const parsed: unknown = JSON.parse(text);
	const isKept = (number: string) => String(Number(number)) === number;
	const marked = replaceNumbers(text, (number) =>
		isKept(number) ? number : JSON.stringify(writtenMark + number),
	);
	return marked === text ? parsed : (JSON.parse(marked) as unknown);
}

/**
 * A number that {@link parseWritten} kept, as the user wrote it.
 *
 * @param value any value of what was parsed
 * @returns undefined where it is no such number
 */
export function writtenNumber(value: unknown): string | undefined {
	const isKept = typeof value === 'string' && value.startsWith(writtenMark);
	return isKept ? value.slice(writtenMark.length) : undefined;
}

/**
 * Writes a body, with the numbers of {@link parseWritten} as the user wrote them.
 *
 * @param body what to send
 */
export function writeJson(body: unknown): string {
	return JSON.stringify(body).replaceAll(quotedWritten, '$1');
}
