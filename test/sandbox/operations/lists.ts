import { activeFilter } from '../../../src/api/activeFilter';
import { limits } from '../../../src/api/limits';
import { refuseIf } from './errorStatuses';
import type { Call } from './handler';

/** The records of the page that a query asks for (spec 8). */
export function pageOf<T>({ query }: Pick<Call, 'query'>, records: T[]): T[] {
	const { page = limits.firstPage, pageSize = limits.pageSize.default } = query;
	const start = (page - limits.firstPage) * pageSize;
	return records.slice(start, start + pageSize);
}

/** The records that pass the `keywords` and `active` of a query. */
export function search<T extends { active: boolean }>(
	{ active = activeFilter.default, keywords = '' }: Call['query'],
	records: Iterable<T>,
	wordsOf: (record: T) => string,
): T[] {
	const searched = keywords.toLowerCase().split(/\s+/);
	return [...records].filter((record) => {
		const words = wordsOf(record).toLowerCase();
		const isActive = active === 'ALL' || record.active === (active === 'ACTIVE');
		return isActive && searched.every((keyword) => words.includes(keyword));
	});
}

/** The records after the one that `searchAfterId` names. */
export function after<T>(
	{ query: { searchAfterId } }: Call,
	records: T[],
	identify: (record: T) => string,
): T[] {
	if (searchAfterId === undefined) return records;
	const index = records.findIndex((record) => identify(record) === searchAfterId);
	refuseIf(index < 0, 'search-after-id-not-found');
	return records.slice(index + 1);
}
