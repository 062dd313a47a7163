import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { isRecord } from '../api/jsonObject';
import { parseWritten } from '../http/parseJson';
import type { FormItem } from './formItem';
import { isEmpty } from './value';

/** JSON that a user gave: the value, or why it cannot be read. */
interface GivenJson {
	/** Undefined where it cannot be read. */
	readonly value?: unknown;
	readonly reason: string;
}

/** n8n hands JSON over as text or, from an expression, as data. */
function readJson(given: unknown, parse = parseWritten): GivenJson {
	if (typeof given !== 'string') return { value: given, reason: '' };
	try {
		return { value: parse(given), reason: '' };
	} catch (syntax) {
		return { reason: `It cannot be read as JSON: ${(syntax as SyntaxError).message}. ` };
	}
}

/**
 * The value of a JSON field.
 *
 * @param displayName the field's label
 * @param name the parameter's name
 * @param parse how it is parsed: to be sent as it was written, where left out
 * @returns the object; empty where the field is empty
 * @throws InputError where it is not a JSON object
 */
export function jsonObject(
	item: FormItem,
	displayName: string,
	name: string,
	parse = parseWritten,
): IDataObject {
	const given = item.parameter<unknown>(name, '');
	if (isEmpty(given)) return {};
	const { value, reason } = readJson(given, parse);
	if (isRecord(value)) return value;
	throw new InputError(
		`${displayName} is not a JSON object`,
		`${Array.isArray(value) ? 'It is a list. ' : reason}Give ${displayName} as an object in curly brackets, for example { "name": "value" }.`,
	);
}

/**
 * The value of a JSON field that takes lists too.
 *
 * @param displayName the field's label
 * @param name the parameter's name
 * @returns the object or list
 * @throws InputError where it is neither, or where the field is empty
 */
export function jsonStructure(item: FormItem, displayName: string, name: string): object {
	const given = item.parameter<unknown>(name, '');
	if (isEmpty(given)) {
		throw new InputError(
			`${displayName} is empty`,
			`Write the body to send, or turn off Send Body.`,
		);
	}
	const { value, reason } = readJson(given);
	if (typeof value === 'object' && value !== null) return value;
	throw new InputError(
		`${displayName} is not a JSON object or list`,
		`${reason}Give ${displayName} as an object in curly brackets or a list in square ones, for example { "name": "value" }.`,
	);
}
