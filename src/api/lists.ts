import type { IDataObject } from 'n8n-workflow';
import { toRecord, isRecord } from '../values/jsonObject';
import { listNames } from './assumedNames';

/** Other lists of a wrapper record. */
const besideLists = /^(_?links|errors|warnings|notices|sort|filters)$/i;

/** The list in a body: the body itself, or the list inside a wrapper record (spec 2.6). */
export function asList(body: unknown): IDataObject[] | undefined {
	if (Array.isArray(body)) return body.map(toRecord);
	if (!isRecord(body)) return undefined;
	const named = listNames.find((name) => Array.isArray(body[name]));
	if (named) return (body[named] as unknown[]).map(toRecord);
	// An empty list may be null.
	if (listNames.some((name) => body[name] === null)) return [];
	const lists = Object.entries(body).filter(
		([name, value]) => Array.isArray(value) && !besideLists.test(name),
	);
	const [only] = lists;
	return lists.length === 1 ? (only?.[1] as unknown[]).map(toRecord) : undefined;
}
