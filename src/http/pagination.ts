import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { hashText } from '../api/fingerprint';
import { limits } from '../api/limits';
import { type Operation, operationRow, type Paging } from '../api/operations';
import { asList, identifierOf } from '../api/jsonObject';
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

/**
 * The smallest page size for the fewest requests.
 *
 * @param limit undefined for all records
 */
export function choosePageSize(limit?: number): number {
	const { minimum, maximum } = limits.pageSize;
	if (limit === undefined) return maximum;
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
	if (paging?.by === 'page') return await new PageReader(service, operation, request).read();
	if (paging?.by === 'cursor') return await readAfterCursor(service, operation, paging, request);
	const { limit, ...whole } = request;
	const { body } = await service.request(operation, whole);
	return listOf(body).slice(0, limit);
}

/**
 * Reads pages of `page` and `pageSize` (spec 4.2), some of them ahead. The list ends with a page that
 * is empty, shorter than an earlier page, rejected as too high, or a repetition of the page before.
 */
class PageReader<Of extends Operation> {
	private readonly pageSize: number;
	private readonly lastNeeded: number;
	private readonly inFlight = new Map<number, Promise<IDataObject[] | undefined>>();
	private readonly surplus = new AbortController();
	private readonly fingerprints: string[] = [];
	private nextPage: number = limits.firstPage;
	private ahead = 1;
	/** No service has smaller pages than by default. A page shorter than an earlier one is the last. */
	private longest: number = limits.pageSize.default;

	constructor(
		private readonly service: ServiceClient,
		private readonly operation: Of,
		private readonly request: ListRequest<Of>,
	) {
		const { limit } = request;
		this.pageSize = choosePageSize(limit);
		// A service with smaller pages needs more of them: see `readPages`.
		this.lastNeeded = limit === undefined ? Infinity : Math.ceil(limit / this.pageSize);
	}

	async read(): Promise<IDataObject[]> {
		try {
			return await this.readPages();
		} finally {
			this.surplus.abort();
		}
	}

	private async readPages(): Promise<IDataObject[]> {
		const records: IDataObject[] = [];
		const { limit = Infinity } = this.request;
		for (let page = limits.firstPage; records.length < limit; page++) {
			this.requestAhead(page);
			const list = await this.inFlight.get(page);
			this.inFlight.delete(page);
			if (!list || list.length === 0) break;
			const fingerprint = hashText(JSON.stringify(list), 12);
			// A service may repeat its last page. If it repeats a full first page, it may ignore the number.
			const mayRepeat = page > limits.firstPage + 1 || list.length !== this.pageSize;
			if (mayRepeat && fingerprint === this.fingerprints.at(-1)) break;
			if (this.fingerprints.includes(fingerprint)) {
				throw invalidList(
					repeatedPage,
					`Turn off 'Return All' and set 'Limit' to at most ${this.pageSize}, which fits one page.`,
				);
			}
			this.fingerprints.push(fingerprint);
			for (const record of list) records.push(record);
			if (list.length < Math.min(this.longest, this.pageSize)) break;
			this.longest = Math.max(this.longest, list.length);
			// A short first page may be the whole list, or the service has smaller pages.
			if (list.length >= this.pageSize || page > limits.firstPage) this.ahead += 1;
		}
		return records.slice(0, limit);
	}

	/** Requests this page and some of those after it. */
	private requestAhead(page: number): void {
		const ahead = page + Math.min(this.ahead, pagesAhead);
		const last = Math.max(page, Math.min(ahead - 1, this.lastNeeded));
		for (; this.nextPage <= last; this.nextPage++) {
			const list = this.requestPage(this.nextPage);
			// Nobody waits for a page after the end.
			list.catch(() => {});
			this.inFlight.set(this.nextPage, list);
		}
	}

	/** Undefined if the service rejects the page as too high. */
	private async requestPage(page: number): Promise<IDataObject[] | undefined> {
		const { path, headers, query: filters } = this.request;
		const query = { ...filters, page, pageSize: this.pageSize };
		const { signal } = this.surplus;
		const response = this.service.request(this.operation, { path, headers, query, signal });
		const outcome = await responseOrRejection(
			response,
			page > limits.firstPage ? ['invalid-page'] : [],
		);
		return outcome instanceof ServiceError ? undefined : listOf(outcome.body);
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
