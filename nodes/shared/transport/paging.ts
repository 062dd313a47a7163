import type { IDataObject, INode } from 'n8n-workflow';
import { ServiceError } from '../errors';
import { limits } from '../service/limits';
import { type OperationId, operationRow, type Paging } from '../service/operations';
import { asList, identifierOf } from '../service/record';
import type { ServiceClient, ServiceRequest } from './serviceClient';

/** Which records of a list are wanted. */
export interface ListRequest<Id extends OperationId> extends ServiceRequest<Id> {
	/** At most this many records; undefined for all of them. */
	readonly limit?: number;
	/** Continue after the record with this identifier, where the list is read by cursor. */
	readonly searchAfterId?: string;
}

function listOf(node: INode, body: unknown): IDataObject[] {
	if (body === undefined) return [];
	const list = asList(body);
	if (list) return list;
	throw new ServiceError(node, {
		message: 'The service answered without a list',
		description:
			'Check Base URL in the credential. If the service has changed, the HTTP Request node with the same credential shows the raw response.',
		errorCode: 'invalid-response',
	});
}

function repeatedPage(node: INode): ServiceError {
	return new ServiceError(node, {
		message: 'The service gave the same page of the list twice',
		description: 'The list cannot be read to its end. Turn off Return All and set a Limit instead.',
		errorCode: 'invalid-response',
	});
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
 * Reads a list in the way that its row of the catalogue names: whole, in pages, or by cursor.
 *
 * @param service the service
 * @param id the operation
 * @param request path and query, where to begin and how many records are wanted
 * @throws ServiceError where a page comes twice, as the list would never end
 */
export async function readList<Id extends OperationId>(
	service: ServiceClient,
	id: Id,
	request: ListRequest<Id> = {},
): Promise<IDataObject[]> {
	const { paging } = operationRow(id);
	if (paging?.by === 'page') return await readPages(service, id, request);
	if (paging?.by === 'cursor') return await readAfterCursor(service, id, paging, request);
	const { limit, ...whole } = request;
	const { body } = await service.request(id, whole);
	return listOf(service.node, body).slice(0, limit);
}

/** Pages of `page` and `pageSize` (spec 4.2). */
async function readPages<Id extends OperationId>(
	service: ServiceClient,
	id: Id,
	{ limit, ...request }: ListRequest<Id>,
): Promise<IDataObject[]> {
	const pageSize = choosePageSize(limit);
	const records: IDataObject[] = [];
	let previous = '';
	for (let page = limits.firstPage; ; page++) {
		const query = { ...request.query, page, pageSize };
		const { body } = await service.request(id, { ...request, query });
		const list = listOf(service.node, body);
		const fingerprint = JSON.stringify(list);
		if (list.length > 0 && fingerprint === previous) throw repeatedPage(service.node);
		previous = fingerprint;
		for (const record of list) records.push(record);
		if (limit !== undefined && records.length >= limit) return records.slice(0, limit);
		if (list.length < pageSize) return records;
	}
}

/** Continues after the identifier of the last record, `searchAfterId` (spec 4.4 and 4.5). */
async function readAfterCursor<Id extends OperationId>(
	service: ServiceClient,
	id: Id,
	{ record: kind, maximum }: Paging & { by: 'cursor' },
	{ limit, searchAfterId, ...request }: ListRequest<Id>,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<string>();
	for (let cursor = searchAfterId; ;) {
		const wanted = limit === undefined ? Infinity : limit - records.length;
		const pageSize = maximum === undefined ? undefined : Math.min(wanted, maximum);
		const query = { ...request.query, searchAfterId: cursor, limit: pageSize };
		const { body } = await service.request(id, { ...request, query });
		const list = listOf(service.node, body);
		for (const record of list) records.push(record);
		if (limit !== undefined && records.length >= limit) return records.slice(0, limit);
		const last = list.at(-1);
		if (last === undefined || (pageSize !== undefined && list.length < pageSize)) return records;
		cursor = identifierOf(kind, last);
		if (cursor === undefined || seen.has(cursor)) throw repeatedPage(service.node);
		seen.add(cursor);
	}
}
