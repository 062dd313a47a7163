import { InputError } from '../api/errors';
import { comparisonKey } from '../values/comparison';
import { parseIfJson } from '../values/json';
import {
	dateAsText,
	formatValue,
	isEmpty,
	isLongInteger,
	isInexact,
	parseBoolean,
	parseInteger,
	showValue,
} from '../values/scalars';
import type { Field, ValueType } from './fields/field';

type Scalar = boolean | number | string;

/** What a reader needs of a field. */
export type ReadField = ValueType & Pick<Field, 'displayName' | 'parse' | 'readAs'>;

function parseNumber(value: unknown, { minValue, maxValue }: ValueType['typeOptions'] = {}) {
	if (maxValue === undefined && isLongInteger(value)) return value as string;
	return parseInteger(value, minValue, maxValue);
}

function parseValue({ type, typeOptions }: ValueType, value: unknown): Scalar | undefined {
	if (type === 'boolean') return parseBoolean(value);
	if (type === 'number') return parseNumber(value, typeOptions);
	return typeof value === 'object' || isInexact(value) ? undefined : formatValue(value);
}

/** JavaScript would send another number. */
const tooManyDigits = /^-?\d{16,}$/;

function describeNumber({ minValue, maxValue }: ValueType['typeOptions'] = {}, text: string) {
	if (maxValue !== undefined) return `a whole number from ${minValue ?? 0} to ${maxValue}`;
	if (tooManyDigits.test(text)) return `a whole number of at most ${Number.MAX_SAFE_INTEGER}`;
	return minValue === undefined ? 'a whole number' : `a whole number of at least ${minValue}`;
}

/** What a value should be, and how to write it. */
function describeType({ type, typeOptions }: ValueType, value: unknown): [string, string] {
	if (type === 'boolean') return ['true or false', 'Correct or clear the value.'];
	if (type === 'number') {
		return [
			describeNumber(typeOptions, formatValue(value)),
			'Use digits only, such as 1000, without separators, decimals, or leading zeros.',
		];
	}
	if (isInexact(value) && !Number.isNaN(value)) {
		return ['exact', 'Send the number as text, in quotes. n8n rounds numbers above 2^53.'];
	}
	return ['text', 'Correct or clear the value.'];
}

/**
 * A value in the type in which it is sent.
 *
 * @param given not empty
 * @param position of the field, for example "Values > Added, entry 2"
 * @param remedy by default, how to write the value
 */
export function readValue(
	field: ReadField,
	given: unknown,
	position = '',
	remedy?: string,
): Scalar {
	const { displayName, parse, readAs = field } = field;
	const value = dateAsText(given);
	const parsed = parseValue(readAs, value);
	if (parse && typeof parsed === 'string') return parse(parsed);
	if (parsed !== undefined) return parsed;
	const [wanted, format] = describeType(readAs, value);
	throw new InputError(
		`${position && `${position}: `}${displayName} "${showValue(value)}" is not ${wanted}`,
		remedy ?? `${format} If the value comes from an expression, check this item.`,
	);
}

export function readTextValue(displayName: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	return String(readValue({ displayName, type: 'string' }, value));
}

/** The entries of a list, which may be written as JSON, or the values of a string with commas. */
export function splitValues(value: unknown): unknown[] {
	const isText = typeof value === 'string';
	const list = isText ? parseIfJson(value) : value;
	const entries: unknown[] =
		isText && !Array.isArray(list) ? value.split(',').map((entry) => entry.trim()) : [list];
	return entries.flat(Infinity).filter((entry) => !isEmpty(entry));
}

/** The different values of a field that takes several, each as it was written first. */
export function readValues(field: ReadField, value: unknown): Scalar[] {
	const { type } = field.readAs ?? field;
	const entries = splitValues(value).map((entry, index) => {
		// The type of some identifiers is unknown, so a number stays a number.
		if (type !== 'number' && typeof entry === 'number' && !isInexact(entry)) return entry;
		const position = `${field.displayName}, entry ${index + 1}`;
		return readValue({ ...field, displayName: 'the value' }, entry, position);
	});
	const different = new Map<string, Scalar>();
	for (const entry of entries) {
		const key = comparisonKey(formatValue(entry));
		if (!different.has(key)) different.set(key, entry);
	}
	return [...different.values()];
}

/** As {@link readValues}, for a list of texts. */
export function readTextValues(displayName: string, value: unknown): string[] {
	return readValues({ displayName, type: 'multiOptions' }, value).map(String);
}
