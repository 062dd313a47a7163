import { InputError } from '../api/errors';
import { parseIfJson } from '../values/json';
import { formatValue, isEmpty, parseBoolean, parseInteger } from '../values/scalars';
import type { Field } from './fields/field';

type Scalar = boolean | number | string;

function parseValue({ type, minimum }: Field, value: unknown): Scalar | undefined {
	if (type === 'boolean') return parseBoolean(value);
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
export function readValue(
	field: Field,
	value: unknown,
	position = '',
	remedy = 'Correct or clear the value. If it comes from an expression, check this item.',
): Scalar {
	const parsed = parseValue(field, value);
	if (parsed !== undefined) return parsed;
	throw new InputError(
		`${position && `${position}: `}${field.label} "${formatValue(value)}" is not ${describeType(field)}`,
		remedy,
	);
}

export function readTextValue(label: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	return String(readValue({ name: label, label, type: 'string' }, value));
}

function splitText(text: string): string[] {
	const list = text.trim().replace(/^\[(.*)\]$/s, '$1');
	return list.split(',').map((entry) => entry.replace(/^\s*"(.*)"\s*$/s, '$1').trim());
}

/** The entries of a list, which may be written as JSON, or the values of a string with commas. */
export function splitValues(value: unknown): unknown[] {
	const isText = typeof value === 'string';
	const list = isText ? parseIfJson(value) : value;
	const entries: unknown[] = isText && !Array.isArray(list) ? splitText(value) : [list];
	return entries.flat(Infinity).filter((entry) => !isEmpty(entry));
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

/** As {@link readValues}, for a list of texts. */
export function readTextValues(label: string, value: unknown): string[] {
	return readValues({ name: label, label, type: 'string', multiple: true }, value).map(String);
}
