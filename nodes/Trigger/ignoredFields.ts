/** 'Ignore Fields': names of fields, or paths with dots to fields inside of others, also through lists. */
import type { IDataObject } from 'n8n-workflow';
import { fingerprint } from '../../src/values/fingerprint';
import { pathsOf, without } from '../../src/values/jsonObject';
import { findNearest } from '../../src/values/nearest';

/** Changes with the fields of a record that count. */
export function hashOf(record: IDataObject, ignoreFields: readonly string[]): string {
	return fingerprint(ignoreFields.reduce(without, record));
}

/** The paths that no record has, each with the path of a record that is most similar. */
export function findUnknownPaths(paths: readonly string[], records: readonly IDataObject[]) {
	if (paths.length === 0 || records.length === 0) return [];
	const known = new Set(pathsOf(records));
	const unknown = paths.filter((path) => !known.has(path));
	return unknown.map((path) => ({ path, nearest: findNearest(path, [...known]) }));
}
