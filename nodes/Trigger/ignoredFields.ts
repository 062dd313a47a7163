/** 'Ignore Fields': names of fields, or paths with dots to fields inside of others, also through lists. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint } from '../../src/values/fingerprint';
import { isRecord } from '../../src/values/jsonObject';
import { findNearest } from '../../src/values/nearest';

/** Changes with the fields of a record that count. */
export function hashOf(record: IDataObject, ignoreFields: readonly string[]): string {
	return fingerprint(ignoreFields.reduce<object>(without, record));
}

/** A copy without the fields at a path, also in the entries of lists. */
function without<Value>(value: Value, path: string): Value {
	if (Array.isArray(value)) return value.map((each: unknown) => without(each, path)) as Value;
	if (!isRecord(value)) return value;
	const [name = '', ...rest] = Object.hasOwn(value, path) ? [path] : path.split('.');
	if (!Object.hasOwn(value, name)) return value;
	const { [name]: inner, ...others } = value;
	const kept = rest.length > 0 ? { [name]: without(inner, rest.join('.')) } : {};
	return { ...others, ...kept } as Value;
}

/** The paths of all fields of a record, also in the entries of its lists. */
function pathsOf(value: unknown, prefix = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((each: unknown) => pathsOf(each, prefix));
	return Object.entries(isRecord(value) ? value : {}).flatMap(([name, inner]) => [
		prefix + name,
		...pathsOf(inner, `${prefix}${name}.`),
	]);
}

/** The paths that no record has, each with the path of a record that is most similar. */
export function findUnknownPaths(paths: readonly string[], records: readonly IDataObject[]) {
	if (paths.length === 0 || records.length === 0) return [];
	const known = new Set(records.flatMap((record) => pathsOf(record)));
	const unknown = paths.filter((path) => !known.has(path));
	return unknown.map((path) => ({ path, nearest: findNearest(path, [...known]) }));
}
