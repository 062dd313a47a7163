import type { IDataObject } from 'n8n-workflow';
import { type IdentifiedRecord, identifierNames, listNames } from './assumedNames';

/** Whether a value is an object with names, and no list. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body as one record; a body that is no object is kept under `value`. */
export function asRecord(body: unknown): IDataObject {
	if (isRecord(body)) return body;
	return body === undefined || body === null ? {} : { value: body as IDataObject[string] };
}

/** The list in a body: the body itself, or the list inside a wrapper record (spec 2.6). */
export function asList(body: unknown): IDataObject[] | undefined {
	if (Array.isArray(body)) return body.map(asRecord);
	if (!isRecord(body)) return undefined;
	const named = listNames.find((name) => Array.isArray(body[name]));
	if (named) return (body[named] as unknown[]).map(asRecord);
	// An empty list may be null.
	if (listNames.some((name) => body[name] === null)) return [];
	const lists = Object.entries(body).filter(
		([name, value]) => Array.isArray(value) && !besideLists.test(name),
	);
	const [only] = lists;
	return lists.length === 1 ? (only?.[1] as unknown[]).map(asRecord) : undefined;
}

/** Other lists of a wrapper record. */
const besideLists = /^(_?links|errors|warnings|notices|sort|filters)$/i;

export function isIdentifier(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

export function identifierValueOf(
	recordType: IdentifiedRecord,
	record: IDataObject,
): string | number | undefined {
	return identifierNames[recordType].map((name) => record[name]).find(isIdentifier);
}

/** @param idField set by the user: a name, or a path with dots */
export function identifierOf(
	recordType: IdentifiedRecord,
	record: IDataObject,
	idField = '',
): string | undefined {
	const value = idField === '' ? identifierValueOf(recordType, record) : getValue(record, idField);
	return isIdentifier(value) ? String(value) : undefined;
}

/**
 * The value at a path that a user entered.
 *
 * @param path a name, or names with dots in between; an entry of a list has its index as a name
 */
export function getValue(record: unknown, path: string): unknown {
	if (isRecord(record) && Object.hasOwn(record, path)) return record[path];
	let found = record;
	for (const name of path.split('.')) {
		if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
			return undefined;
		found = (found as Record<string, unknown>)[name];
	}
	return found;
}
