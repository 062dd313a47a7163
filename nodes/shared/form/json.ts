import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../errors';
import { parseWritten } from '../transport/json';
import type { FormItem } from './item';

/**
 * The value of a JSON field, which n8n hands over as text or, from an expression, as data.
 *
 * @param item the item
 * @param displayName the field's label
 * @param name the parameter's name
 * @returns the object; empty where the field is empty
 * @throws InputError where it is not a JSON object
 */
export function jsonObject(item: FormItem, displayName: string, name: string): IDataObject {
	const value = item.parameter<unknown>(name, '');
	if (value === undefined || value === null || value === '') return {};
	let parsed: unknown = value;
	let reason = Array.isArray(value) ? 'It is a list. ' : '';
	if (typeof value === 'string') {
		try {
			parsed = value.trim() === '' ? {} : parseWritten(value);
			if (Array.isArray(parsed)) reason = 'It is a list. ';
		} catch (syntax) {
			parsed = undefined;
			reason = `It cannot be read as JSON: ${(syntax as SyntaxError).message}. `;
		}
	}
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as IDataObject;
	}
	throw new InputError(
		item.node,
		`${displayName} is not a JSON object`,
		`${reason}Give ${displayName} as an object in curly brackets, for example { "name": "value" }.`,
	);
}
