import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object with names, and no list. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body as one record; a body that is no object is kept under `value`. */
export function toRecord(body: unknown): IDataObject {
	if (isRecord(body)) return body;
	return body === undefined || body === null ? {} : { value: body as IDataObject[string] };
}

/** A copy of a record without the field at a path, also in the entries of lists. */
export function without(record: IDataObject, path: string): IDataObject {
	const [name = '', ...rest] = Object.hasOwn(record, path) ? [path] : path.split('.');
	const { [name]: value, ...others } = record;
	const inner = rest.join('.');
	if (inner === '' || value === undefined) return others;
	const remove = (each: unknown): unknown => {
		if (Array.isArray(each)) return each.map(remove);
		return isRecord(each) ? without(each, inner) : each;
	};
	const kept = remove(value) as IDataObject[string];
	return isRecord(kept) && Object.keys(kept).length === 0 ? others : { ...record, [name]: kept };
}

/** The paths of the fields of a record, down to a depth, also in the entries of its lists. */
export function pathsOf(value: unknown, depth = Infinity, prefix = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((each: unknown) => pathsOf(each, depth, prefix));
	if (!isRecord(value) || depth === 0) return [];
	return Object.entries(value).flatMap(([name, inner]) => [
		prefix + name,
		...pathsOf(inner, depth - 1, `${prefix}${name}.`),
	]);
}

/** Whether a value is a text that isn't blank. */
export function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

export function isIdentifier(value: unknown): value is string | number {
	return typeof value === 'number' || isText(value);
}

/** The first of some fields of a record that has a number, or a text that isn't blank. */
export function firstValue(record: IDataObject, names: readonly string[]) {
	return names.map((name) => record[name]).find(isIdentifier);
}

/**
 * The value at a path that a user entered.
 *
 * @param path a name, or names with dots in between; an entry of a list has its index as a name
 * @param throughLists whether a list stands for the values of its entries instead
 */
export function getValue(record: unknown, path: string, throughLists = false): unknown {
	if (isRecord(record) && Object.hasOwn(record, path)) return record[path];
	let found = record;
	for (const name of path.split('.')) {
		// A service may show an empty list, or nothing of a part, as null.
		if (throughLists && found === null) return null;
		if (throughLists && Array.isArray(found)) {
			found = found.map((entry: unknown) => getValue(entry, name));
		} else found = ownValue(found, name);
	}
	return found;
}

function ownValue(value: unknown, name: string): unknown {
	const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
	return isThere ? (value as Record<string, unknown>)[name] : undefined;
}
