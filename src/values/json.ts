/** JSON as it is received and sent, without changing numbers that JavaScript would round. */
import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** What JSON has in Node.js 22, but not in TypeScript's types. */
interface JsonWithSource {
	/** @param revive gets the text of a number as its source */
	parse(
		text: string,
		revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
	): unknown;
	/** A value that `JSON.stringify` writes as this text. */
	rawJSON(text: string): object;
}

const json: JsonWithSource = JSON as typeof JSON & JsonWithSource;

/** Marks a number that is kept as it was written. It is random, so no input can contain it. */
const writtenMark = `number ${randomUUID()} `;

/** Deeper JSON is refused, as functions that call themselves for each level would run out of stack. */
const maxJsonDepth = 1000;

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

function replaceNumbers(
	text: string,
	replace: (written: string, number: number) => unknown,
): unknown {
	return json.parse(text, (_key, value, { source }) =>
		typeof value === 'number' && source !== undefined ? replace(source, value) : value,
	);
}

/**
 * Parses a response. Numbers above 2^53, such as long IDs, become strings. Those with an exponent are
 * rounded, unless JavaScript takes them for infinite.
 *
 * @throws SyntaxError
 */
export function parseResponse(text: string): unknown {
	const parsed = parse(text);
	const hasLargeNumber = /\d{16}|\de\+?\d{3}/i.test(text);
	if (!hasLargeNumber) return parsed;
	return replaceNumbers(text, (written, number) => {
		const isKept = /e/i.test(written) ? Number.isFinite : Number.isSafeInteger;
		return isKept(Math.trunc(number)) ? number : written;
	});
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
	parse(text);
	// A number above 2^53 may be written as JavaScript would, but counts as rounded.
	const isKept = (written: string, number: number) =>
		String(number) === written && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return replaceNumbers(text, (written, number) =>
		isKept(written, number) ? number : writtenMark + written,
	);
}

/** The digits of a number that {@link parseWritten} kept, else undefined. */
export function writtenNumber(value: unknown): string | undefined {
	const isKept = typeof value === 'string' && value.startsWith(writtenMark);
	return isKept ? value.slice(writtenMark.length) : undefined;
}

export function writeJson(body: unknown): string {
	return JSON.stringify(body, (_key, value: unknown) => {
		const written = writtenNumber(value);
		return written === undefined ? value : json.rawJSON(written);
	});
}

/** A body with its numbers as an item shows them. As written, they have a mark that no record has. */
export function plain(body: IDataObject): IDataObject {
	return parseResponse(writeJson(body)) as IDataObject;
}
