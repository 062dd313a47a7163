import type { IDataObject } from 'n8n-workflow';
import { toRecord, isRecord } from '../values/jsonObject';
import { listNames } from './assumedNames';

/** Lists of a wrapper record that don't contain its records. */
const besideLists = /^(_?links|errors|warnings|notices|sort|filters)$/i;

/** The name of a record's list: a likely one, else its only list. An empty list may be null. */
export function findListName(record: IDataObject, likely: readonly string[]): string | undefined {
	const lists = Object.keys(record).filter((name) => Array.isArray(record[name]));
	const [only, ...others] = lists.filter((name) => !besideLists.test(name));
	return (
		likely.find((name) => lists.includes(name)) ??
		likely.find((name) => record[name] === null) ??
		(others.length === 0 ? only : undefined)
	);
}

/** The list in a body: the body itself, or the list inside a wrapper record (spec 2.6). */
export function asList(body: unknown): IDataObject[] | undefined {
	if (Array.isArray(body)) return body.map(toRecord);
	if (!isRecord(body)) return undefined;
	const name = findListName(body, listNames);
	return name === undefined ? undefined : ((body[name] ?? []) as unknown[]).map(toRecord);
}
