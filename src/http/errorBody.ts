/**
 * What a body says about an error. The specification shows error codes, but not where they are in a
 * body. So all texts of the body are collected with the names of their fields, down to a depth. A known
 * code counts wherever it is, an unknown one only in a field that may have a code, and the message is
 * the text of the fields for messages.
 */
import { errorBodyNames } from '../api/assumedNames';
import { type ErrorCode, isErrorCode, type UnlistedErrorCode } from '../api/errorCodes';
import { parseIfJson } from '../values/json';
import { isRecord } from '../values/jsonObject';
import { oneOf } from '../values/words';
import { shorten, showInvisible } from '../values/texts';

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

const isCodeName = oneOf(errorBodyNames.code);
const isNested = oneOf(errorBodyNames.nested);
const isMessageName = oneOf(['', ...errorBodyNames.text, ...errorBodyNames.nested]);

/** Names of fields that may have a code, if the text looks like one. */
const mayHaveCode = oneOf(['', 'error', 'errors', 'type']);

/** A longer text is no code. */
const maxCodeLength = 200;

/** Also in a URL or URN, such as the `type` of problem+json. */
function findKnownCode(text: string): ErrorCode | undefined {
	const words = text.slice(0, searchCharacters).match(/(?<![a-z.-])[a-z]+(?:[.-][a-z]+)+/g);
	return words?.find(isErrorCode);
}

function isUnlistedCode({ name, value }: NamedValue<string>): boolean {
	if (value.length > maxCodeLength) return false;
	if (isCodeName(name)) return /^[a-z][\w.-]*$/i.test(value);
	return mayHaveCode(name) && /^[a-z][a-z0-9]*([_-][a-z0-9]+)+$/.test(value);
}

/** A known code in a field for codes, else in any text, else an unknown code. */
function findCode(texts: ReadonlyArray<NamedValue<string>>) {
	const inOrder = [...texts.filter(({ name }) => isCodeName(name)), ...texts];
	const values = inOrder.map(({ value }) => value);
	return (
		values.map(findKnownCode).find((code) => code !== undefined) ??
		(inOrder.find(isUnlistedCode)?.value as UnlistedErrorCode | undefined)
	);
}

/** A text for people: a message, or the error of a field, `{ "errors": { "name": "too short" } }`. */
function messageIn({ name, parent, value }: NamedValue<string>): string | undefined {
	if (isMessageName(name)) return value;
	return isNested(parent) && !isCodeName(name) ? `${name}: ${value}` : undefined;
}

/** If no text is a message, and the code doesn't explain the error, every text may. */
function findMessages(texts: ReadonlyArray<NamedValue<string>>, code?: string): string {
	const shown = texts.filter(({ name, value }) => {
		const isText = value !== '' && value !== code && !/^https?:\/\/\S+$/.test(value);
		return isText && name !== 'type';
	});
	const messages = shown.map(messageIn).filter((message) => message !== undefined);
	const isExplained = messages.length > 0 || isErrorCode(code);
	const found = isExplained ? messages : shown.map(({ name, value }) => `${name}: ${value}`);
	return [...new Set(found)].join('; ');
}

function excerpt(text: string): string {
	const line = text.slice(0, searchCharacters).replace(/\s+/g, ' ').trim();
	return shorten(showInvisible(line), excerptCharacters);
}

/** Finds the code and the message in JSON or plain text of any shape. */
export function readErrorText(text: string) {
	const parsed = parseIfJson(text);
	const texts = findTexts(parsed === undefined ? text.trim() : parsed);
	const code = findCode(texts);
	return { code, serviceMessage: excerpt(findMessages(texts, code)) || undefined };
}

/** Field names of an error. A record of the service has other fields too. */
const errorNames =
	/^(code|error|errors|error_?code|error_?description|message|detail|details|description|title|type|status|status_?code|success|ok|instance|trace_?id|request_?id|correlation_?id|time_?stamp|path|method)$/i;

/**
 * Finds an error in a response with a success status: a known code that is the whole text, or in a
 * record with nothing but error fields, or one of the operation's codes in a field for codes.
 */
export function errorInSuccess(body: unknown, codes: readonly ErrorCode[]): ErrorCode | undefined {
	if (typeof body === 'string') return [body.trim()].find(isErrorCode);
	if (!isRecord(body)) return undefined;
	const code = findCode(findTexts(body));
	if (!isErrorCode(code)) return undefined;
	if (Object.keys(body).every((name) => errorNames.test(name))) return code;
	const named = [body, body.error].flatMap((record): unknown[] =>
		isRecord(record) ? errorBodyNames.code.map((name) => record[name]) : [record],
	);
	return codes.includes(code) && named.includes(code) ? code : undefined;
}

/** Whether a proxy returned a web page instead of the server, which may send JSON as HTML, too. */
export function isWebPage(contentType: string, text: string): boolean {
	if (/^\s*<(!doctype|html)/i.test(text)) return true;
	return /html/i.test(contentType) && parseIfJson(text) === undefined;
}
