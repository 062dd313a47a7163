/**
 * What a body says about an error. The specification shows error codes, but not where they are in a
 * body. So all texts of the body are collected with the names of their fields, down to a depth. A known
 * code counts wherever it is, an unknown one only in a field for codes, and the message is what the
 * fields for messages say.
 */
import { errorBodyNames } from '../api/assumedNames';
import { type ErrorCode, isErrorCode, type UnlistedErrorCode } from '../api/errorCodes';
import { parseIfJson } from '../values/json';
import { isRecord } from '../values/jsonObject';

/** Bounds of the search in a body. */
const searchDepth = 4;
const searchEntries = 50;

const searchCharacters = 10_000;
const excerptCharacters = 300;

/** A value in a body. A value of a list has the names of the list. */
interface NamedValue<Value = unknown> {
	readonly value: Value;
	readonly name: string;
	/** The name of the field around it. */
	readonly parent: string;
}

function valuesInside({ value, name, parent }: NamedValue): NamedValue[] {
	if (Array.isArray(value)) {
		return value.slice(0, searchEntries).map((entry: unknown) => ({ value: entry, name, parent }));
	}
	if (!isRecord(value)) return [];
	return Object.entries(value)
		.slice(0, searchEntries)
		.map(([key, inside]) => ({ value: inside, name: key, parent: name }));
}

/** The texts in a body, the outer ones first. */
function findTexts(body: unknown): Array<NamedValue<string>> {
	const texts: Array<NamedValue<string>> = [];
	let level: NamedValue[] = [{ value: body, name: '', parent: '' }];
	for (let depth = 0; depth <= searchDepth; depth++) {
		for (const { value, name, parent } of level) {
			if (typeof value === 'string') texts.push({ value: value.trim(), name, parent });
		}
		level = level.flatMap(valuesInside);
	}
	return texts;
}

const isCodeName = (name: string): boolean =>
	(errorBodyNames.code as readonly string[]).includes(name);

/** A longer text is no code. */
const maxCodeLength = 200;

/** The last part of a URL or URN, such as the `type` of problem+json. */
function getLastPart(text: string): string {
	return text.slice(-maxCodeLength).split(/[/#:]/).pop() ?? '';
}

function findKnownCode(text: string): ErrorCode | undefined {
	const words = text.slice(0, searchCharacters).matchAll(/(?<![a-z.-])[a-z]+(?:[.-][a-z]+)+/g);
	for (const [word] of words) if (isErrorCode(word)) return word;
	return undefined;
}

/** A known code in a field, else a known code in a text, else an unknown code. */
function findCode(body: unknown): ErrorCode | UnlistedErrorCode | undefined {
	const all = findTexts(body);
	const found = [...all.filter(({ name }) => isCodeName(name)), ...all];
	const texts = found.map(({ value }) => value);
	const known = texts.map(getLastPart).find(isErrorCode) ?? texts.map(findKnownCode).find(Boolean);
	if (known !== undefined) return known;
	const isName = (text: string) => /^[a-z][\w.-]*$/i.test(text);
	const isHyphenated = (text: string) => /^[a-z][a-z0-9]*([_-][a-z0-9]+)+$/.test(text);
	const unlisted = found.find(
		({ name, value }) =>
			value.length <= maxCodeLength &&
			((isCodeName(name) && isName(value)) ||
				(['', 'error', 'errors', 'type'].includes(name) && isHyphenated(value))),
	);
	return unlisted?.value as UnlistedErrorCode | undefined;
}

/** The texts for people in a body: messages, and errors by field, `{ "errors": { "name": "too short" } }`. */
function findText(body: unknown, code = ''): string | undefined {
	const { text, nested, code: codeNames }: Record<string, readonly string[]> = errorBodyNames;
	const isMessage = (value: string) =>
		value !== '' && getLastPart(value) !== code && !/^https?:\/\/\S+$/.test(value);
	const messages = findTexts(body).flatMap(({ name, parent, value }) => {
		if (name === 'type' || !isMessage(value)) return [];
		if (['', ...text, ...nested].includes(name)) return value;
		return nested.includes(parent) && !codeNames.includes(name) ? `${name}: ${value}` : [];
	});
	return [...new Set(messages)].join('; ') || undefined;
}

function excerpt(text: string): string {
	const line = text.slice(0, searchCharacters).replace(/\s+/g, ' ').trim();
	return line.length > excerptCharacters ? `${line.slice(0, excerptCharacters)}…` : line;
}

/** Finds the code and the message in JSON or plain text of any shape. */
export function readErrorText(text: string): {
	readonly code?: ErrorCode | UnlistedErrorCode;
	readonly serviceMessage?: string;
} {
	const parsed = parseIfJson(text);
	const body = parsed === undefined ? text.trim() : parsed;
	const code = findCode(body);
	const found = findText(body, code);
	return { code, serviceMessage: found === undefined ? undefined : excerpt(found) };
}

/** Field names of an error. A record of the service has other fields too. */
const errorNames =
	/^(code|error|errors|error_?code|error_?description|message|detail|details|description|title|type|status|status_?code|success|ok|instance|trace_?id|request_?id|correlation_?id|time_?stamp|path|method)$/i;

/**
 * Finds an error in a response with a success status: a known code in a record with nothing but
 * error fields, or one of the operation's codes in a field for codes.
 */
export function errorInSuccess(body: unknown, codes: readonly ErrorCode[]): ErrorCode | undefined {
	if (!isRecord(body)) return undefined;
	const code = findCode(body);
	if (code === undefined || !isErrorCode(code)) return undefined;
	if (Object.keys(body).every((name) => errorNames.test(name))) return code;
	const named = [body, body.error].flatMap((record): unknown[] =>
		isRecord(record) ? errorBodyNames.code.map((name) => record[name]) : [record],
	);
	return codes.includes(code) && named.includes(code) ? code : undefined;
}

/** Whether a proxy returned a web page instead of the server. */
export function isWebPage(contentType: string, text: string): boolean {
	return /html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text);
}

/** Whether a response is an answer of the service whatever its status is: one with a code of spec 7. */
export function hasServiceCode(contentType: string, text: string): boolean {
	if (isWebPage(contentType, text)) return false;
	const { code } = readErrorText(text);
	return code !== undefined && isErrorCode(code);
}
