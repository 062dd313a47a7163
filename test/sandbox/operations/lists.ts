import { activeFilter } from '../../../src/api/activeFilter';
import { limits } from '../../../src/api/limits';
import type { Reading } from '../reading';
import { refuseIf } from './errorStatuses';
import type { Call } from './handler';

/** The records of the page that a query asks for (spec 8). */
export function pageOf<T>({ query, reading }: Pick<Call, 'query' | 'reading'>, records: T[]): T[] {
	const { page = limits.firstPage, pageSize = limits.pageSize.default } = query;
	const before = page - limits.firstPage;
	if (reading.pages === 'full') return records.slice(before * pageSize, (before + 1) * pageSize);
	// Each second page is short, from the first one on.
	const short = Math.ceil(pageSize / 2);
	const start = Math.ceil(before / 2) * short + Math.floor(before / 2) * pageSize;
	return records.slice(start, start + (before % 2 === 0 ? short : pageSize));
}

/** The texts of a record that `keywords` may find. */
interface Searchable {
	name: string;
	other?: string;
}

/** Whether a record with these texts has a keyword, in lower case. */
const finders: Readonly<
	Record<Reading['keywords'], (texts: Searchable, keyword: string) => boolean>
> = {
	anywhere: ({ name, other = '' }, keyword) => `${name} ${other}`.toLowerCase().includes(keyword),
	names: ({ name }, keyword) => name.toLowerCase().includes(keyword),
	words: ({ name, other = '' }, keyword) =>
		`${name} ${other}`
			.toLowerCase()
			.split(/[\s@.]+/)
			.includes(keyword),
	nothing: () => false,
};

/** The records that pass the `keywords` and `active` of a query. */
export function search<T extends { active: boolean }>(
	{ query, reading }: Pick<Call, 'query' | 'reading'>,
	records: Iterable<T>,
	textsOf: (record: T) => Searchable,
): T[] {
	const { active = activeFilter.default, keywords = '' } = query;
	const searched = keywords.toLowerCase().split(/\s+/).filter(Boolean);
	const isFound = finders[reading.keywords];
	return [...records].filter((record) => {
		const isActive = active === 'ALL' || record.active === (active === 'ACTIVE');
		return isActive && searched.every((keyword) => isFound(textsOf(record), keyword));
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
