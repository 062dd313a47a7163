import { InputError } from '../api/errors';
import { parseIfJson } from '../values/json';
import { formatValue, isEmpty, parseBoolean, parseInteger } from '../values/scalars';
import type { Field, ValueType } from './fields/field';

type Scalar = boolean | number | string;

/** What a reader needs of a field. */
export type ReadField = ValueType & Pick<Field, 'clean' | 'displayName' | 'readAs'>;

function parseValue({ type, typeOptions }: ValueType, value: unknown): Scalar | undefined {
	if (type === 'boolean') return parseBoolean(value);
	if (type === 'number') return parseInteger(value, typeOptions?.minValue);
	return typeof value === 'object' ? undefined : formatValue(value);
}

function describeType({ type, typeOptions }: ValueType): string {
	if (type === 'boolean') return 'true or false';
	if (type !== 'number') return 'text';
	const minimum = typeOptions?.minValue;
	return minimum === undefined ? 'a whole number' : `a whole number of at least ${minimum}`;
}

/**
 * A value in the type in which it is sent.
 *
 * @param value not empty
 * @param position of the field, for example "Values > Added, entry 2"
 */
export function readValue(
	field: ReadField,
	value: unknown,
	position = '',
	remedy = 'Correct or clear the value. If it comes from an expression, check this item.',
): Scalar {
	const { clean, displayName, readAs = field } = field;
	const parsed = parseValue(readAs, value);
	if (clean && typeof parsed === 'string') return clean(parsed);
	if (parsed !== undefined) return parsed;
	throw new InputError(
		`${position && `${position}: `}${displayName} "${formatValue(value)}" is not ${describeType(readAs)}`,
		remedy,
	);
}

export function readTextValue(displayName: string, value: unknown): string | undefined {
	if (isEmpty(value)) return undefined;
	return String(readValue({ displayName, type: 'string' }, value));
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
export function readValues(field: ReadField, value: unknown): Scalar[] {
	const { type } = field.readAs ?? field;
	const entries = splitValues(value).map((entry, index) => {
		// The type of some identifiers is unknown, so a number stays a number.
		if (type !== 'number' && typeof entry === 'number') return entry;
		const position = `${field.displayName}, entry ${index + 1}`;
		return readValue({ ...field, displayName: 'the value' }, entry, position);
	});
	return [...new Set(entries)];
}

/** As {@link readValues}, for a list of texts. */
export function readTextValues(displayName: string, value: unknown): string[] {
	return readValues({ displayName, type: 'multiOptions' }, value).map(String);
}
