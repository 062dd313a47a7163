/**
 * Reads lists: whole, in numbered pages, or after a cursor. No response shows that a list ends there, so
 * the pages tell: an empty page, or one that is shorter than pages of this service usually are. A page
 * that repeats an earlier one is an error, as records may be missing, unless the last one is repeated.
 */
import type { IDataObject } from 'n8n-workflow';
import { onRejection, ServiceError } from '../api/errors';
import { hashText } from '../values/fingerprint';
import { limits } from '../api/limits';
import type { Paging } from '../api/operationRow';
import { type Operation, operationRow } from '../api/operations';
import { recordOf } from '../api/fieldNames';
import { identifierOf } from '../api/identifiers';
import { asList } from '../api/lists';
import type { ServiceClient, ServiceRequest } from './client';

export interface ListRequest extends ServiceRequest {
	/** Undefined for all records. */
	readonly limit?: number;
	/** For a list by cursor: continue after the record with this identifier. */
	readonly searchAfterId?: string;
	/** The field with the identifier: a name, or a path with dots. */
	readonly idField?: string;
	/** What to do if the service repeats a page, in the words of the caller. */
	readonly ifRepeated?: string;
	/** What to do if a list by cursor can't be continued, in the words of the caller. */
	readonly ifNoIdentifier?: string;
}

type LimitedRequest = ListRequest & { readonly limit: number };

/** Few, because those after the end of a list are wasted. */
const maxPagesAhead = 8;

const seeResponse =
	'To see the response, use the HTTP Request node with the same credential, or contact the support of your platform.';

/** @throws ServiceError if the response has no list */
export function requireList(body: unknown): IDataObject[] {
	if (body === undefined) return [];
	const list = asList(body);
	if (list) return list;
	throw ServiceError.invalidResponse(
		'The service returned no list',
		`Check 'Base URL' in the credential. ${seeResponse}`,
	);
}

function repeatedPage({ ifRepeated = seeResponse }: ListRequest): ServiceError {
	const message = 'The service returned the same page twice. Some records may be missing.';
	return ServiceError.invalidResponse(message, ifRepeated);
}

function noIdentifier({ ifNoIdentifier = seeResponse }: ListRequest): ServiceError {
	const message = "The list can't be continued because its last record has no known ID";
	return ServiceError.invalidResponse(message, ifNoIdentifier);
}

/** The smallest page size for the fewest requests. The limit is infinite for all records. */
function choosePageSize(limit: number): number {
	const { minimum, maximum } = limits.pageSize;
	if (limit === Infinity) return maximum;
	return Math.max(minimum, Math.ceil(limit / Math.ceil(limit / maximum)));
}

/**
 * Reads a list whole, in pages, or by cursor, as its operation requires.
 *
 * @throws ServiceError if the service doesn't return all records of the list
 */
export async function readList(
	service: ServiceClient,
	operation: Operation,
	request: ListRequest = {},
): Promise<IDataObject[]> {
	const { paging } = operationRow(operation);
	const limited = { ...request, limit: request.limit ?? Infinity };
	if (paging?.by === 'page') return await readPages(service, operation, limited);
	if (paging?.by === 'cursor') return await readAfterCursor(service, operation, paging, limited);
	const { body } = await service.request(operation, request);
	return requireList(body).slice(0, request.limit);
}

/**
 * Reads pages of `page` and `pageSize` (spec 4.2), some of them ahead. The list ends with a page that
 * is empty, shorter than an earlier page, rejected as too high, or a repetition of the page before.
 */
async function readPages(service: ServiceClient, operation: Operation, request: LimitedRequest) {
	const { limit } = request;
	const pageSize = choosePageSize(limit);
	const surplus = new AbortController();
	const requestPage = async (page: number) => {
		const query = { ...request.query, page, pageSize };
		const { signal } = surplus;
		return await service.request(operation, { ...request, query, signal }).then(
			({ body }) => requireList(body),
			onRejection(page > limits.firstPage ? ['invalid-page'] : [], (): IDataObject[] => []),
		);
	};
	const records: IDataObject[] = [];
	const hashes: string[] = [];
	// No service has smaller pages than by default. A page shorter than an earlier one is the last.
	let longest: number = limits.pageSize.default;
	try {
		for await (const list of readAhead(requestPage, pageSize, limit)) {
			if (list.length === 0) break;
			const hash = hashText(JSON.stringify(list));
			// A service may repeat its last page. If it repeats a full first page, it may ignore the number.
			const mayRepeat = hashes.length > 1 || list.length !== pageSize;
			if (mayRepeat && hash === hashes.at(-1)) break;
			if (hashes.includes(hash)) throw repeatedPage(request);
			hashes.push(hash);
			for (const record of list) records.push(record);
			if (records.length >= limit || list.length < Math.min(longest, pageSize)) break;
			longest = Math.max(longest, list.length);
		}
	} finally {
		surplus.abort();
	}
	return records.slice(0, limit);
}

/** Yields pages in order, and requests more and more of those that follow meanwhile. */
async function* readAhead(
	requestPage: (page: number) => Promise<IDataObject[]>,
	pageSize: number,
	limit: number,
): AsyncGenerator<IDataObject[], never> {
	const pages: Array<Promise<IDataObject[]>> = [];
	// A service with smaller pages needs more of them, one after the other.
	const lastNeeded = Math.ceil(limit / pageSize);
	let next: number = limits.firstPage;
	let ahead = 1;
	for (let page = limits.firstPage; ; page++) {
		while (pages.length === 0 || (pages.length < ahead && next <= lastNeeded)) {
			const list = requestPage(next++);
			// Nobody waits for a page after the end.
			list.catch(() => {});
			pages.push(list);
		}
		const list = (await pages.shift()) ?? [];
		yield list;
		// A short first page may be the whole list, or the service has smaller pages.
		const mayBeWhole = page === limits.firstPage && list.length < pageSize;
		if (!mayBeWhole) ahead = Math.min(ahead + 1, maxPagesAhead);
	}
}

/**
 * Continues after the identifier of the last record, `searchAfterId` (spec 4.4 and 4.5), until a page
 * has no new records, or fewer than an earlier page and than the default size.
 */
async function readAfterCursor(
	service: ServiceClient,
	operation: Operation,
	{ maximum }: Paging,
	request: LimitedRequest,
): Promise<IDataObject[]> {
	const { limit, searchAfterId, idField } = request;
	const recordName = recordOf(operation);
	const records: IDataObject[] = [];
	const seen = new Set<string>();
	let longest: number = limits.logs.default;
	/** Adds the new records of the next page. */
	const readPage = async (cursor: string | undefined) => {
		const size = maximum && Math.min(limit - records.length, maximum);
		const query = { ...request.query, searchAfterId: cursor, limit: size };
		const { body } = await service.request(operation, { ...request, query });
		const list = requireList(body);
		const keys = list.map((record) => identifierOf(recordName, record, idField));
		const newRecords = list.filter((_record, index) => !seen.has(keys[index] ?? ''));
		for (const record of newRecords) records.push(record);
		for (const key of keys) if (key !== undefined) seen.add(key);
		// A short page may be the last, or the service has smaller pages.
		const isShort = size !== undefined && list.length < Math.min(size, longest);
		longest = Math.max(longest, list.length);
		const isFull = size !== undefined && list.length >= size;
		return { hasNew: newRecords.length > 0, isShort, isFull, next: keys.at(-1) };
	};
	for (let cursor = searchAfterId; ;) {
		const { hasNew, isShort, isFull, next } = await readPage(cursor);
		if (records.length >= limit) return records.slice(0, limit);
		if (isShort || (!hasNew && !isFull)) return records;
		if (!hasNew) throw repeatedPage(request);
		cursor = next;
		if (cursor !== undefined) continue;
		// The list may be complete. This matters only if the user needs all records.
		const mayEnd = maximum === undefined ? limit < Infinity : !isFull;
		if (mayEnd) return records;
		throw noIdentifier(request);
	}
}
