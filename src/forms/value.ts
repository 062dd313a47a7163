import { InputError } from '../api/errors';
import { writeJson, writtenNumber } from '../http/parseJson';
import type { Field } from './fields/field';

export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}

/** A value as it is compared: without surrounding spaces, language codes in lower case. */
export function comparable<Value>(name: string, value: Value): Value | string {
	if (typeof value !== 'string') return value;
	return name === 'languageCode' ? value.trim().toLowerCase() : value.trim();
}

/** A value as a message shows it. */
export function formatValue(value: unknown): string {
	if (typeof value === 'object') return writeJson(value);
	return writtenNumber(value) ?? String(value).trim();
}

const trueWords = ['true', 'yes', 'y', 'on', '1'];
const falseWords = ['false', 'no', 'n', 'off', '0'];

/** Undefined if the value is neither one of the usual words nor one of the field's. */
export function parseBoolean(value: unknown, words?: Field['words']): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	if (text === words?.yes || trueWords.includes(text)) return true;
	return text === words?.no || falseWords.includes(text) ? false : undefined;
}

/** Undefined if the value is not a whole number of at least this minimum. */
export function parseInteger(value: unknown, minimum = -Infinity): number | undefined {
	const text = formatValue(value);
	const number = Number(text);
	// Above this limit, JavaScript would send another number.
	const isWhole = /^-?\d+(\.0+)?$/.test(text) && Number.isSafeInteger(number);
	return isWhole && number >= minimum ? number : undefined;
}

type Scalar = boolean | number | string;

function parseValue({ type, minimum, words }: Field, value: unknown): Scalar | undefined {
	if (type === 'boolean') return parseBoolean(value, words);
	if (type === 'integer') return parseInteger(value, minimum);
	return typeof value === 'object' ? undefined : formatValue(value);
}

function describeType({ type, minimum }: Field): string {
	if (type === 'boolean') return 'true or false';
	if (type !== 'integer') return 'text';
	return minimum === undefined ? 'a whole number' : `a whole number of at least ${minimum}`;
}

/**
 * A value in the type in which it is sent.
 *
 * @param value not empty
 * @param position of the field, for example "Values > Added, entry 2"
 */
export function readValue(field: Field, value: unknown, position = ''): Scalar {
	const parsed = parseValue(field, value);
	if (parsed !== undefined) return parsed;
	throw new InputError(
		`${position && `${position}: `}${field.label} "${formatValue(value)}" is not ${describeType(field)}`,
		'Correct or clear the value. If it comes from an expression, check this item.',
	);
}

export function readTextValue(label: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	return String(readValue({ name: label, label, type: 'string' }, value));
}

/** The values of a list, of a string with commas, or of a list written as JSON. */
function splitValues(value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flatMap(splitValues);
	if (typeof value !== 'string') return isEmpty(value) ? [] : [value];
	const list = value.trim().replace(/^\[(.*)\]$/s, '$1');
	const entries = list.split(',').map((entry) => entry.replace(/^\s*"(.*)"\s*$/s, '$1').trim());
	return entries.filter((entry) => entry !== '');
}

/** The different values of a field that takes several. */
export function readValues(field: Field, value: unknown): Scalar[] {
	const entries = splitValues(value).map((entry, index) => {
		// The type of some identifiers is unknown, so a number stays a number.
		if (field.type === 'string' && typeof entry === 'number') return entry;
		return readValue({ ...field, label: 'the value' }, entry, `${field.label}, entry ${index + 1}`);
	});
	return [...new Set(entries)];
}
