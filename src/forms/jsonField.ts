import { type IDataObject, jsonParse } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { isRecord } from '../values/jsonObject';
import { parseWritten } from '../values/json';
import type { FormItem } from './formItem';
import { isEmpty } from '../values/scalars';

/** A repair rounds numbers that are too long for JavaScript. */
const longNumber = /\d{16}|\d[eE][+-]?\d/;

/** Text of a file may begin with it. */
const byteOrderMark = /^\uFEFF/;

const count = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length;

/** A model may leave out quotes or add commas and fences. JSON that is cut off isn't repaired. */
function parseText({ isTool }: FormItem, value: string, parse: (text: string) => unknown): unknown {
	const text = value.replace(byteOrderMark, '');
	const isComplete = count(text, /[{[]/g) === count(text, /[}\]]/g);
	if (!isTool || !isComplete || longNumber.test(text)) return parse(text);
	try {
		return parse(text);
	} catch {
		return jsonParse(text, { repairJSON: true });
	}
}

/** n8n passes JSON as a string or, from an expression, as data. Undefined if the field is empty. */
function readJson(
	item: FormItem,
	label: string,
	name: string,
	parse: (text: string) => unknown,
	allowsList: boolean,
	howToEnter?: string,
): object | undefined {
	let value = item.parameter<unknown>(name, '');
	if (isEmpty(value)) return undefined;
	let reason = '';
	try {
		if (typeof value === 'string') value = parseText(item, value, parse);
		if (isRecord(value) || (allowsList && Array.isArray(value))) return value;
		if (Array.isArray(value)) reason = 'The value is a list. ';
	} catch {
		reason = 'The JSON is invalid. ';
	}
	const [list, brackets] = allowsList ? [' or list', ' or a list in square brackets'] : ['', ''];
	throw new InputError(
		`${label} is not a JSON object${list}`,
		reason +
			(howToEnter ??
				`Enter '${label}' as an object in curly brackets${brackets}, for example { "name": "value" }.`),
	);
}

/**
 * An empty object if the field is empty.
 *
 * @param parse by default, numbers are sent as the user wrote them
 */
export function jsonObject(item: FormItem, label: string, name: string, parse = parseWritten) {
	return (readJson(item, label, name, parse, false) ?? {}) as IDataObject;
}

/**
 * An object or a list; undefined if the field is empty.
 *
 * @param howToEnter by default, an object or a list of any kind
 */
export function jsonStructure(item: FormItem, label: string, name: string, howToEnter?: string) {
	return readJson(item, label, name, parseWritten, true, howToEnter);
}
