/**
 * Reads lists: whole, in numbered pages, or after a cursor. No response shows that a list ends there, and
 * pages move while records are created and deleted. So a list is read until a page that is empty or has
 * known records only, and a record that is on several pages counts once. A short page is no end.
 */
import type { IDataObject } from 'n8n-workflow';
import { onRejection, ServiceError } from '../api/errors';
import { hashText } from '../values/fingerprint';
import { limits } from '../api/limits';
import type { Paging } from '../api/operationRow';
import { type Operation, operationRow } from '../api/operations';
import { recordOf } from '../api/fieldNames';
import { asList } from '../api/lists';
import type { ServiceClient, ServiceRequest } from './client';

export interface ListRequest extends ServiceRequest {
	/** Undefined for all records. */
	readonly limit?: number;
	/** A list of all records isn't read further than the page with so many, which is enough for the caller. */
	readonly enough?: number;
	/** For a list by cursor: continue after the record with this identifier. */
	readonly searchAfterId?: string;
	/** The field with the identifier: a name, or a path with dots. */
	readonly idField?: string;
	/** What to do if the service repeats a page, in the words of the caller. */
	readonly ifRepeated?: string;
	/** What to do if a list by cursor can't be continued, in the words of the caller. */
	readonly ifNoIdentifier?: string;
	/** Called if a list by cursor may have more records, but its last one has no known ID. */
	readonly noteOpenEnd?: () => void;
}

type LimitedRequest = ListRequest & { readonly limit: number };

/** More than an execution of n8n can hold. A list without an end reaches one of them. */
const maxRecords = 200_000;
const maxPages = 10_000;

/** Few, because those after the end of a list are wasted. */
const maxPagesAhead = 8;

const seeResponse =
	'To see the response, use the HTTP Request node with the same credential, or contact the support of your platform.';

/**
 * Reads a list, or one page of it.
 *
 * @throws ServiceError if the response has no list
 */
export async function requestList(
	service: ServiceClient,
	operation: Operation,
	request: ServiceRequest,
): Promise<IDataObject[]> {
	const { body } = await service.request(operation, { ...request, isList: true });
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

function noIdentifier(
	{ ifNoIdentifier = seeResponse }: ListRequest,
	reason = 'its last record has no known ID',
): ServiceError {
	return ServiceError.invalidResponse(
		`The list can't be continued because ${reason}`,
		ifNoIdentifier,
	);
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
	const { limit = Infinity } = request;
	const limited = { ...request, limit };
	if (paging?.by === 'page') return await readPages(service, operation, limited);
	if (paging?.by === 'cursor') return await readAfterCursor(service, operation, paging, limited);
	const list = await requestList(service, operation, request);
	return list.slice(0, limit);
}

/** The records of several pages. */
class Collector {
	readonly records: IDataObject[] = [];
	private readonly ids = new Set<string>();
	/** The contents of the pages. */
	private readonly pages = new Set<string>();

	/** @param identify the ID of a record; undefined if it isn't known */
	constructor(private readonly identify: (record: IDataObject) => string | undefined) {}

	/**
	 * Adds a page. A record that is listed already isn't added again, if it has an ID. Without IDs, only
	 * the same page is known: two records may be alike.
	 *
	 * @returns whether any of its records is new
	 * @throws ServiceError if there are too many
	 */
	add(list: readonly IDataObject[]): boolean {
		const page = list.map((record) => {
			const id = this.identify(record);
			const isKnown = id !== undefined && this.ids.has(id);
			return { record, id, print: JSON.stringify(record), isKnown };
		});
		const prints = page.map(({ print }) => print).sort();
		const content = hashText(prints.join('\n'));
		if (this.pages.has(content) || page.every(({ isKnown }) => isKnown)) return false;
		this.pages.add(content);
		const added = new Set<string>();
		for (const { record, id, print, isKnown } of page) {
			// Different records of one page are not the same, also if they have the same ID.
			if (id === undefined || !(isKnown || added.has(print))) this.records.push(record);
			added.add(print);
			if (id !== undefined) this.ids.add(id);
		}
		if (this.records.length <= maxRecords && this.pages.size < maxPages) return true;
		throw new ServiceError({
			message: `The list has more than ${maxRecords} records or ${maxPages} pages`,
			description: "Set filters, or turn off 'Return All' and set 'Limit'.",
			errorCode: 'too-many-records',
		});
	}
}

/** Other operations have no known name of the ID, unless the user set it. */
function identifierReader(service: ServiceClient, operation: Operation, idField?: string) {
	const recordName = recordOf(operation);
	return (record: IDataObject) => service.fieldNames.identifierOf(recordName, record, idField);
}

/** Reads one page (spec 4.2 and 4.3). A page after the last one is empty. */
export async function readPage(
	service: ServiceClient,
	operation: Operation,
	request: ServiceRequest,
	page: number,
	pageSize: number,
): Promise<IDataObject[]> {
	const query = { ...request.query, page, pageSize };
	return await requestList(service, operation, { ...request, query }).catch(
		onRejection(page > limits.firstPage ? ['invalid-page'] : [], (): IDataObject[] => []),
	);
}

/** Reads pages of `page` and `pageSize` (spec 4.2 and 4.3), some of them ahead. */
async function readPages(service: ServiceClient, operation: Operation, request: LimitedRequest) {
	const { limit } = request;
	const pageSize = choosePageSize(limit);
	const surplus = new AbortController();
	const { signal } = surplus;
	const requestPage = async (page: number) =>
		await readPage(service, operation, { ...request, signal }, page, pageSize);
	const isOther = typeof operation !== 'string';
	const collector = new Collector(isOther ? () => undefined : identifierReader(service, operation));
	const { records } = collector;
	let pages = 0;
	try {
		for await (const list of readAhead(requestPage, pageSize, limit)) {
			pages += 1;
			if (!collector.add(list)) {
				// The service may ignore the number of the page.
				if (pages === 2 && list.length === pageSize) throw repeatedPage(request);
				break;
			}
			if (records.length >= Math.min(limit, request.enough ?? Infinity)) break;
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
	for (;;) {
		while (pages.length === 0 || (pages.length < ahead && next <= lastNeeded)) {
			const list = requestPage(next++);
			// Nobody waits for a page after the end.
			list.catch(() => {});
			pages.push(list);
		}
		const list = (await pages.shift()) ?? [];
		yield list;
		// After a short page, the list probably ends.
		ahead = list.length >= pageSize ? Math.min(ahead + 1, maxPagesAhead) : 1;
	}
}

/** Continues after the identifier of the last record, `searchAfterId` (spec 4.4 and 4.5). */
async function readAfterCursor(
	service: ServiceClient,
	operation: Operation,
	{ maximum }: Paging,
	request: LimitedRequest,
): Promise<IDataObject[]> {
	const { limit } = request;
	const identify = identifierReader(service, operation, request.idField);
	const collector = new Collector(identify);
	const { records } = collector;
	/** Reads the next page, and where to continue. */
	const readNext = async (cursor: string | undefined) => {
		const size = Math.min(limit - records.length, maximum ?? Infinity);
		const paging = { searchAfterId: cursor, limit: maximum && size };
		const query = { ...request.query, ...paging };
		// A further page continues after what the node takes for the ID of a record.
		const isOwn = cursor !== request.searchAfterId;
		const list = await requestList(service, operation, { ...request, query }).catch(
			onRejection(isOwn ? ['search-after-id-not-found'] : [], () => {
				throw noIdentifier(request, "the service doesn't know the ID of its last record");
			}),
		);
		const hasNew = collector.add(list);
		// Without a size in the request, a page of any length may be whole.
		const isFull = maximum !== undefined && list.length >= size;
		if (!hasNew && isFull) throw repeatedPage(request);
		return { hasNew, isFull, last: list.at(-1) ?? {} };
	};
	for (let cursor = request.searchAfterId; ;) {
		const { hasNew, isFull, last } = await readNext(cursor);
		if (!hasNew || records.length >= Math.min(limit, request.enough ?? Infinity)) break;
		cursor = identify(last);
		if (cursor !== undefined) continue;
		const mayBeComplete = maximum === undefined ? limit < Infinity : !isFull;
		if (!mayBeComplete) throw noIdentifier(request);
		request.noteOpenEnd?.();
		break;
	}
	return records.slice(0, limit);
}
