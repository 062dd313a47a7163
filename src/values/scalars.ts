import { writeJson, writtenNumber } from './json';
import { isBlank, shorten, showInvisible } from './texts';

export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

/** Whether an expression has a value, which may be empty. In a list, undefined and null are none. */
export function isSet(value: unknown): boolean {
	const isList = Array.isArray(value) && value.length > 0;
	return isList ? value.some(isSet) : value !== undefined && value !== null;
}

/** A date of an expression, a Date or DateTime, as its text in ISO 8601. Anything else as it is. */
export function dateAsText(value: unknown): unknown {
	const { toJSON } = Object(value) as Partial<Date>;
	return typeof toJSON === 'function' ? toJSON.call(value as Date) : value;
}

export function formatValue(value: unknown): string {
	if (typeof value === 'object') return writeJson(value);
	return writtenNumber(value) ?? String(value).trim();
}

/** The longest value that a message shows, in characters. */
const maxShownCharacters = 100;

export function showValue(value: unknown): string {
	return showInvisible(shorten(formatValue(value), maxShownCharacters));
}

export const millisecondsPerMinute = 60_000;

/** A time as it is set, for example "1 minute" or "0.5 minutes". */
export function formatMinutes(milliseconds: number): string {
	const count = Number((milliseconds / millisecondsPerMinute).toPrecision(4));
	return count === 1 ? '1 minute' : `${count} minutes`;
}

const trueWords = ['true', 'yes', 'y', 'on', '1', 'active'];
const falseWords = ['false', 'no', 'n', 'off', '0', 'inactive'];

/** Undefined if the value is none of the usual words. */
export function parseBoolean(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const text = String(value).trim().toLowerCase();
	if (trueWords.includes(text)) return true;
	return falseWords.includes(text) ? false : undefined;
}

/** A whole number as JSON writes it: "1.000", "1,5", "0x10", "1e3", "1.0", "+5", and "007" are none. */
export const wholeNumber = /^-?(?:0|[1-9]\d*)$/;

/** What a number of JSON, which is no text, may have behind it and still be whole. */
const noDecimals = /\.0+$/;

/** Undefined if the value is not a whole number within these limits. */
export function parseInteger(
	value: unknown,
	minimum = -Infinity,
	maximum = Infinity,
): number | undefined {
	const text = writtenNumber(value)?.replace(noDecimals, '') ?? formatValue(value);
	const number = Number(text);
	// Above this limit, JavaScript would send another number.
	const isWhole = wholeNumber.test(text) && Number.isSafeInteger(number);
	return isWhole && number >= minimum && number <= maximum ? number : undefined;
}

/** Whether a value is a whole number that JSON has kept, as JavaScript would round it. */
export function isLongInteger(value: unknown): boolean {
	return wholeNumber.test(writtenNumber(value) ?? '');
}

/** Whether a value is NaN, or a number that JavaScript has rounded, so another one may be meant. */
export function isInexact(value: unknown): boolean {
	return typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
}
