import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { limits } from '../api/limits';
import { type Operation, operationRow, type Paging } from '../api/operations';
import { asList, identifierOf } from '../api/jsonObject';
import type { ServiceClient, ServiceRequest } from './client';
import { responseOrRejection } from './rejection';

/** Which records of a list are wanted. */
export interface ListRequest<Of extends Operation> extends ServiceRequest<Of> {
	/** At most this many records; undefined for all of them. */
	readonly limit?: number;
	/** Continue after the record with this identifier, where the list is read by cursor. */
	readonly searchAfterId?: string;
	/** Where a record has its identifier, where the user says so; a name or a path with dots. */
	readonly idField?: string;
}

/** Pages that are asked for ahead at most, so that few are in vain at the end of a list. */
const pagesAhead = 6;

/**
 * The list in a response.
 *
 * @throws ServiceError where there is none
 */
export function listOf(body: unknown): IDataObject[] {
	if (body === undefined) return [];
	const list = asList(body);
	if (list) return list;
	throw new ServiceError({
		message: 'The service answered without a list',
		description:
			'Check Base URL in the credential. If the service has changed, the node Integration Service Request with Paging set to None shows the raw response.',
		errorCode: 'invalid-response',
	});
}

function unending(message: string, description: string): ServiceError {
	return new ServiceError({ message, description, errorCode: 'invalid-response' });
}

/**
 * The page size with which a list needs the fewest requests, and of those the smallest.
 *
 * @param limit records wanted; undefined for all of them
 */
export function choosePageSize(limit?: number): number {
	const { minimum, maximum } = limits.pageSize;
	if (limit === undefined) return maximum;
	return Math.max(minimum, Math.ceil(limit / Math.ceil(limit / maximum)));
}

/**
 * Reads a list in the way that its operation names: whole, in pages, or by cursor.
 *
 * @param request path and query, where to begin and how many records are wanted
 * @throws ServiceError where there may be more records than the service can be brought to give
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

/** What tells a page from others, in little room. */
function fingerprintOf(list: readonly IDataObject[]): string {
	return createHash('sha256').update(JSON.stringify(list)).digest('base64');
}

/**
 * Reads pages of `page` and `pageSize` (spec 4.2). The list ends with a page that is empty or shorter
 * than the longest that came before it, with one that the service refuses as beyond the last, or with
 * one that repeats the page before it. As soon as there are more pages, some are asked for ahead.
 */
class PageReader<Of extends Operation> {
	private readonly pageSize: number;
	private readonly lastWanted: number;
	private readonly underWay = new Map<number, Promise<IDataObject[] | undefined>>();
	private readonly surplus = new AbortController();
	private readonly fingerprints = new Set<string>();
	private nextToAsk: number = limits.firstPage;
	private ahead = 1;
	/** The most records that a page has had: shorter ones are the last. Another read learns it anew. */
	private longest = 0;

	constructor(
		private readonly service: ServiceClient,
		private readonly operation: Of,
		private readonly request: ListRequest<Of>,
	) {
		const { limit } = request;
		this.pageSize = choosePageSize(limit);
		// One that a service gives in smaller pages than asked for takes more of them: see `read`.
		this.lastWanted = limit === undefined ? Infinity : Math.ceil(limit / this.pageSize);
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
		let previous = '';
		for (let page = limits.firstPage; records.length < limit; page++) {
			this.askAhead(page);
			const list = await this.underWay.get(page);
			this.underWay.delete(page);
			if (!list || list.length === 0) break;
			const fingerprint = fingerprintOf(list);
			if (fingerprint === previous && this.endsByRepeating(page, list)) break;
			if (this.fingerprints.has(fingerprint)) throw this.repeated();
			this.fingerprints.add(fingerprint);
			previous = fingerprint;
			for (const record of list) records.push(record);
			if (list.length < Math.min(this.longest, this.pageSize)) break;
			this.longest = Math.max(this.longest, list.length);
			// No service that pages gives so few at a time.
			if (list.length < Math.min(this.pageSize, limits.pageSize.default)) break;
			// A first page that is short may be all there is, or all that the service gives at a time.
			if (list.length >= this.pageSize || page > limits.firstPage) this.ahead += 1;
		}
		return records.length > limit ? records.slice(0, limit) : records;
	}

	/** Keeps some pages under way, beginning with the one that is wanted next. */
	private askAhead(page: number): void {
		const ahead = page + Math.min(this.ahead, pagesAhead);
		const last = Math.max(page, Math.min(ahead - 1, this.lastWanted));
		for (; this.nextToAsk <= last; this.nextToAsk++) {
			const asking = this.ask(this.nextToAsk);
			// One that is in vain is not waited for.
			asking.catch(() => {});
			this.underWay.set(this.nextToAsk, asking);
		}
	}

	/** One page; undefined where the service refuses it as beyond the last. */
	private async ask(page: number): Promise<IDataObject[] | undefined> {
		const { path, headers, query: filters } = this.request;
		const query = { ...filters, page, pageSize: this.pageSize };
		const { signal } = this.surplus;
		const asking = this.service.request(this.operation, { path, headers, query, signal });
		const outcome = await responseOrRejection(
			asking,
			page > limits.firstPage ? ['invalid-page'] : [],
		);
		return outcome instanceof ServiceError ? undefined : listOf(outcome.body);
	}

	/** A service may repeat its last page; one that repeats a full first page may ignore the number. */
	private endsByRepeating(page: number, list: readonly IDataObject[]): boolean {
		return page > limits.firstPage + 1 || list.length !== this.pageSize;
	}

	private repeated(): ServiceError {
		return unending(
			'The service returned the same page twice. Some records may be missing.',
			`Turn off 'Return All' and set 'Limit' to at most ${this.pageSize}, which fits one page.`,
		);
	}
}

/**
 * Continues after the identifier of the last record, `searchAfterId` (spec 4.4 and 4.5), until a page
 * brings nothing new, or fewer records than it may hold: than one before it, or than the service
 * gives at a time by itself.
 */
async function readAfterCursor<Of extends Operation>(
	service: ServiceClient,
	operation: Of,
	{ record: kind, maximum }: Paging & { by: 'cursor' },
	{ limit, searchAfterId, idField, ...request }: ListRequest<Of>,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<string>();
	let longest: number = limits.logs.default;
	for (let cursor = searchAfterId; ;) {
		const wanted = limit === undefined ? Infinity : limit - records.length;
		const pageSize = maximum === undefined ? undefined : Math.min(wanted, maximum);
		const query = { ...request.query, searchAfterId: cursor, limit: pageSize };
		const { body } = await service.request(operation, { ...request, query });
		const list = listOf(body);
		const keys = list.map((record) => identifierOf(kind, record, idField));
		const news = list.filter((_record, index) => !seen.has(keys[index] ?? ''));
		for (const record of news) records.push(record);
		for (const key of keys) if (key !== undefined) seen.add(key);
		if (limit !== undefined && records.length >= limit) return records.slice(0, limit);
		const isFull = pageSize !== undefined && list.length >= pageSize;
		// A page that is short may be all there is, or all that the service gives at a time.
		const mayGoOn = list.length >= Math.min(pageSize ?? 0, longest);
		longest = Math.max(longest, list.length);
		if (!isFull && (news.length === 0 || !mayGoOn)) return records;
		if (news.length === 0) {
			throw unending(
				'The service returned the same page twice. Some records may be missing.',
				"Turn off 'Return All' and set a 'Limit' that fits one page.",
			);
		}
		cursor = keys.at(-1);
		if (cursor !== undefined) continue;
		// What was received may be all there is: only who wants all of it has to know.
		if (pageSize === undefined ? limit !== undefined : !isFull) return records;
		throw unending(
			"The list can't be continued because its last record has no known ID",
			"Set 'ID Field' to the field with the ID, or turn off 'Return All' and lower 'Limit'.",
		);
	}
}
