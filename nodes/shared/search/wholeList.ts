import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';
import type { IdentifiedRecord, labelNames } from '../service/assumedNames';
import { asEntries } from './client';

/**
 * Records that the service gives all at once as a picker's list, narrowed down to what was typed.
 *
 * @param kind what the records are
 * @param records all of them, in the order to show
 * @param filter what the user typed
 */
export function searchWholeList(
	kind: IdentifiedRecord & keyof typeof labelNames,
	records: readonly IDataObject[],
	filter = '',
): INodeListSearchResult {
	const typed = filter.trim().toLowerCase();
	return {
		results: asEntries(kind, records).filter(({ name, value }) =>
			`${name} ${String(value)}`.toLowerCase().includes(typed),
		),
	};
}
