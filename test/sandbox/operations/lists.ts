import { activeFilter } from '../../../src/api/activeFilter';
import { limits } from '../../../src/api/limits';
import type { Call } from './handler';

/** A whole number of a query within limits, or undefined if it is not one. */
export function numberInQuery(
	value: string | undefined,
	fallback: number,
	minimum: number,
	maximum: number = limits.int32,
): number | undefined {
	if (value === undefined) return fallback;
	const number = Number(value);
	return /^\d+$/.test(value) && number >= minimum && number <= maximum ? number : undefined;
}

/** The records of the page that a query asks for (spec 8). */
export function pageOf<T>(call: Call<'invalid-page' | 'invalid-page-size'>, records: T[]): T[] {
	const { minimum, maximum, default: usual } = limits.pageSize;
	const page = numberInQuery(call.query.page, limits.firstPage, limits.firstPage);
	if (page === undefined) throw call.error('invalid-page');
	const pageSize = numberInQuery(call.query.pageSize, usual, minimum, maximum);
	if (pageSize === undefined) throw call.error('invalid-page-size');
	const start = (page - limits.firstPage) * pageSize;
	return records.slice(start, start + pageSize);
}

/** The records that pass the `keywords` and `active` of a query. */
export function search<T extends { active: boolean }>(
	{ active = activeFilter.default, keywords = '' }: Call['query'],
	records: Iterable<T>,
	wordsOf: (record: T) => string,
): T[] {
	const wanted = keywords.toLowerCase().split(/\s+/);
	return [...records].filter((record) => {
		const words = wordsOf(record).toLowerCase();
		const isActive = active === 'ALL' || record.active === (active === 'ACTIVE');
		return isActive && wanted.every((keyword) => words.includes(keyword));
	});
}

/** The records after the one that `searchAfterId` names. */
export function after<T>(
	call: Call<'search-after-id-not-found'>,
	records: T[],
	identify: (record: T) => string,
): T[] {
	const { searchAfterId } = call.query;
	if (searchAfterId === undefined) return records;
	const index = records.findIndex((record) => identify(record) === searchAfterId);
	if (index < 0) throw call.error('search-after-id-not-found');
	return records.slice(index + 1);
}
