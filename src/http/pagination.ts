import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { hashText } from '../values/fingerprint';
import { limits } from '../api/limits';
import type { Paging } from '../api/operationRow';
import { type Operation, operationRow } from '../api/operations';
import { identifierOf } from '../api/identifiers';
import { asList } from '../api/lists';
import type { ServiceClient, ServiceRequest } from './client';
import { responseOrRejection } from './rejection';

export interface ListRequest<Of extends Operation> extends ServiceRequest<Of> {
	/** Undefined for all records. */
	readonly limit?: number;
	/** For a list by cursor: continue after the record with this identifier. */
	readonly searchAfterId?: string;
	/** The field with the identifier: a name, or a path with dots. */
	readonly idField?: string;
}

/** Few, because those after the end of a list are wasted. */
const pagesAhead = 8;

/** @throws ServiceError if the response has no list */
export function listOf(body: unknown): IDataObject[] {
	if (body === undefined) return [];
	const list = asList(body);
	if (list) return list;
	throw invalidList(
		'The service returned no list',
		"Check 'Base URL' in the credential. To see the raw response, use the Integration Service Request node with 'Paging' set to 'None'.",
	);
}

const repeatedPage = 'The service returned the same page twice. Some records may be missing.';

function invalidList(message: string, description: string): ServiceError {
	return new ServiceError({ message, description, errorCode: 'invalid-response' });
}

/** The smallest page size for the fewest requests. The limit is infinite for all records. */
function choosePageSize(limit = Infinity): number {
	const { minimum, maximum } = limits.pageSize;
	if (limit === Infinity) return maximum;
	return Math.max(minimum, Math.ceil(limit / Math.ceil(limit / maximum)));
}

/**
 * Reads a list whole, in pages, or by cursor, as its operation requires.
 *
 * @throws ServiceError if the service doesn't return all records of the list
 */
export async function readList<Of extends Operation>(
	service: ServiceClient,
	operation: Of,
	request: ListRequest<Of> = {},
): Promise<IDataObject[]> {
	const { paging } = operationRow(operation);
	if (paging?.by === 'page') return await readPages(service, operation, request);
	if (paging?.by === 'cursor') return await readAfterCursor(service, operation, paging, request);
	const { limit, ...whole } = request;
	const { body } = await service.request(operation, whole);
	return listOf(body).slice(0, limit);
}

/**
 * Reads pages of `page` and `pageSize` (spec 4.2), some of them ahead. The list ends with a page that
 * is empty, shorter than an earlier page, rejected as too high, or a repetition of the page before.
 */
async function readPages<Of extends Operation>(
	service: ServiceClient,
	operation: Of,
	{ limit = Infinity, path, headers, query: filters }: ListRequest<Of>,
): Promise<IDataObject[]> {
	const pageSize = choosePageSize(limit);
	// A service with smaller pages needs more of them.
	const lastNeeded = Math.ceil(limit / pageSize);
	const records: IDataObject[] = [];
	const fingerprints: string[] = [];
	const inFlight = new Map<number, Promise<IDataObject[] | undefined>>();
	const surplus = new AbortController();
	let nextPage: number = limits.firstPage;
	let ahead = 1;
	// No service has smaller pages than by default. A page shorter than an earlier one is the last.
	let longest: number = limits.pageSize.default;

	/** Undefined if the service rejects the page as too high. */
	const requestPage = async (page: number) => {
		const query = { ...filters, page, pageSize };
		const { signal } = surplus;
		const outcome = await responseOrRejection(
			service.request(operation, { path, headers, query, signal }),
			page > limits.firstPage ? ['invalid-page'] : [],
		);
		return outcome instanceof ServiceError ? undefined : listOf(outcome.body);
	};

	/** Requests this page and some of those after it. */
	const requestAhead = (page: number) => {
		const last = Math.max(page, Math.min(page + Math.min(ahead, pagesAhead) - 1, lastNeeded));
		for (; nextPage <= last; nextPage++) {
			const list = requestPage(nextPage);
			// Nobody waits for a page after the end.
			list.catch(() => {});
			inFlight.set(nextPage, list);
		}
	};

	try {
		for (let page = limits.firstPage; records.length < limit; page++) {
			requestAhead(page);
			const list = await inFlight.get(page);
			inFlight.delete(page);
			if (!list || list.length === 0) break;
			const fingerprint = hashText(JSON.stringify(list), 12);
			// A service may repeat its last page. If it repeats a full first page, it may ignore the number.
			const mayRepeat = page > limits.firstPage + 1 || list.length !== pageSize;
			if (mayRepeat && fingerprint === fingerprints.at(-1)) break;
			if (fingerprints.includes(fingerprint)) {
				throw invalidList(
					repeatedPage,
					`Turn off 'Return All' and set 'Limit' to at most ${pageSize}, which fits one page.`,
				);
			}
			fingerprints.push(fingerprint);
			for (const record of list) records.push(record);
			if (list.length < Math.min(longest, pageSize)) break;
			longest = Math.max(longest, list.length);
			// A short first page may be the whole list, or the service has smaller pages.
			if (list.length >= pageSize || page > limits.firstPage) ahead += 1;
		}
		return records.slice(0, limit);
	} finally {
		surplus.abort();
	}
}

/**
 * Continues after the identifier of the last record, `searchAfterId` (spec 4.4 and 4.5), until a page
 * has no new records, or fewer than an earlier page and than the default size.
 */
async function readAfterCursor<Of extends Operation>(
	service: ServiceClient,
	operation: Of,
	{ record: recordType, maximum }: Paging & { by: 'cursor' },
	{ limit, searchAfterId, idField, ...request }: ListRequest<Of>,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<string>();
	let longest: number = limits.logs.default;
	for (let cursor = searchAfterId; ;) {
		const left = limit === undefined ? Infinity : limit - records.length;
		const pageSize = maximum === undefined ? undefined : Math.min(left, maximum);
		const query = { ...request.query, searchAfterId: cursor, limit: pageSize };
		const { body } = await service.request(operation, { ...request, query });
		const list = listOf(body);
		const keys = list.map((record) => identifierOf(recordType, record, idField));
		const newRecords = list.filter((_record, index) => !seen.has(keys[index] ?? ''));
		for (const record of newRecords) records.push(record);
		for (const key of keys) if (key !== undefined) seen.add(key);
		if (limit !== undefined && records.length >= limit) return records.slice(0, limit);
		const isFull = pageSize !== undefined && list.length >= pageSize;
		// A short page may be the last, or the service has smaller pages.
		const mayContinue = list.length >= Math.min(pageSize ?? 0, longest);
		longest = Math.max(longest, list.length);
		if (!isFull && (newRecords.length === 0 || !mayContinue)) return records;
		if (newRecords.length === 0) {
			throw invalidList(
				repeatedPage,
				"Turn off 'Return All' and set a 'Limit' that fits one page.",
			);
		}
		cursor = keys.at(-1);
		if (cursor !== undefined) continue;
		// The list may be complete. This matters only if the user needs all records.
		if (pageSize === undefined ? limit !== undefined : !isFull) return records;
		throw invalidList(
			"The list can't be continued because its last record has no known ID",
			"Set 'ID Field' to the field with the ID, or turn off 'Return All' and lower 'Limit'.",
		);
	}
}
