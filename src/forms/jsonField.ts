import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { isRecord } from '../values/jsonObject';
import { parseWritten } from '../values/json';
import type { FormItem } from './formItem';
import { isEmpty, isInexact } from '../values/scalars';
import { readValue } from './value';

/** Text of a file may begin with it. */
const byteOrderMark = /^\uFEFF/;

/** @throws InputError if an expression has a number that JSON would change */
function checkNumbers(json: object, label: string): object {
	JSON.stringify(json, (displayName, value: unknown) => {
		if (isInexact(value)) readValue({ displayName, type: 'string' }, value, label);
		return value;
	});
	return json;
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
		if (typeof value === 'string') value = parse(value.replace(byteOrderMark, ''));
		if (Array.isArray(value)) reason = 'The value is a list. ';
	} catch {
		reason = 'The JSON is invalid. ';
	}
	if (isRecord(value) || (allowsList && Array.isArray(value))) return checkNumbers(value, label);
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
