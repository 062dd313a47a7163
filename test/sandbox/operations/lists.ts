import { activeFilter } from '../../../src/api/activeFilter';
import { limits } from '../../../src/api/limits';
import type { ServiceError } from '../errorAnswers';
import type { ErrorStatuses } from './handler';
import { numberInQuery } from './schemas';

export const listErrorStatuses = {
	'invalid-page': 400,
	'invalid-page-size': 400,
	'search-after-id-not-found': 404,
} satisfies ErrorStatuses;

interface PagedCall {
	query: Readonly<Record<string, string | undefined>>;
	error(code: 'invalid-page' | 'invalid-page-size'): ServiceError;
}

/** The records of the page that a query asks for (spec 8). */
export function pageOf<T>(call: PagedCall, records: T[]): T[] {
	const { minimum, maximum, default: usual } = limits.pageSize;
	const page = numberInQuery(call.query.page, limits.firstPage, limits.firstPage);
	if (page === undefined) throw call.error('invalid-page');
	const pageSize = numberInQuery(call.query.pageSize, usual, minimum, maximum);
	if (pageSize === undefined) throw call.error('invalid-page-size');
	const start = (page - limits.firstPage) * pageSize;
	return records.slice(start, start + pageSize);
}

/** Whether a record passes the `keywords` and `active` of a query. */
export function passesSearch(
	query: Readonly<Record<string, string | undefined>>,
	record: { active: boolean; words: string },
): boolean {
	const active = query.active ?? activeFilter.default;
	if (active !== 'ALL' && record.active !== (active === 'ACTIVE')) return false;
	const words = record.words.toLowerCase();
	return (query.keywords ?? '')
		.toLowerCase()
		.split(/\s+/)
		.every((keyword) => words.includes(keyword));
}

/** The records after the one with an identifier, or undefined where there is no such record. */
export function after<T>(
	records: T[],
	identifier: string | undefined,
	identify: (record: T) => string,
): T[] | undefined {
	if (identifier === undefined) return records;
	const index = records.findIndex((record) => identify(record) === identifier);
	return index < 0 ? undefined : records.slice(index + 1);
}
