import type { IDataObject, INode } from 'n8n-workflow';
import type { IdentifiedRecord } from '../service/assumedNames';
import { limits } from '../service/limits';
import type { OperationId } from '../service/operations';
import { asList, identifierOf } from './answer';
import type { ServiceClient, ServiceRequest } from './serviceClient';
import { InputError, ServiceError } from './serviceError';

/** How much of a list is wanted. */
export interface ListRequest extends ServiceRequest {
	/** At most this many records; undefined for all of them. */
	readonly limit?: number;
}

function listOf(node: INode, body: unknown): IDataObject[] {
	const list = asList(body);
	if (list) return list;
	throw new ServiceError(node, {
		message: 'The service answered without a list',
		description:
			'Check Base URL in the credential. If the service has changed, the HTTP Request node with the same credential shows the raw answer.',
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
 * Checks a limit that the user gave.
 *
 * @param node the node that asks
 * @param limit the parameter's value
 * @throws InputError where it is no whole number of at least 1
 */
export function checkLimit(node: INode, limit: unknown): number {
	const number = Number(limit);
	if (Number.isInteger(number) && number >= 1) return number;
	throw new InputError(
		node,
		`Limit "${String(limit)}" is not a whole number of at least 1`,
		'Set Limit to how many records you want, or turn on Return All.',
	);
}

/**
 * Reads a list that comes whole in one answer.
 *
 * @param node the node that asks
 * @param client the service
 * @param id the operation
 * @param request path and query, and how many records are wanted
 */
export async function readList(
	node: INode,
	client: ServiceClient,
	id: OperationId,
	{ limit, ...request }: ListRequest = {},
): Promise<IDataObject[]> {
	const { body } = await client.request(id, request);
	const list = body === undefined ? [] : listOf(node, body);
	return limit === undefined ? list : list.slice(0, limit);
}

/**
 * Reads a list that comes in pages of `page` and `pageSize` (spec 4.2).
 *
 * @param node the node that asks
 * @param client the service
 * @param id the operation
 * @param request path and query, and how many records are wanted
 * @throws ServiceError where a page comes twice, as the list would never end
 */
export async function readPages(
	node: INode,
	client: ServiceClient,
	id: OperationId,
	{ limit, ...request }: ListRequest = {},
): Promise<IDataObject[]> {
	const pageSize = choosePageSize(limit);
	const records: IDataObject[] = [];
	let previous = '';
	for (let page = limits.firstPage; ; page++) {
		const query = { ...request.query, page, pageSize };
		const { body } = await client.request(id, { ...request, query });
		const list = body === undefined ? [] : listOf(node, body);
		const fingerprint = JSON.stringify(list);
		if (list.length > 0 && fingerprint === previous) throw repeatedPage(node);
		previous = fingerprint;
		for (const record of list) records.push(record);
		if (limit !== undefined && records.length >= limit) return records.slice(0, limit);
		if (list.length < pageSize) return records;
	}
}

/** How a list with a cursor is read. */
export interface CursorRequest extends ListRequest {
	/** What its records are, to find the identifier to continue after. */
	readonly kind: IdentifiedRecord;
	/** Continue after this identifier. */
	readonly searchAfterId?: string;
	/** The largest `limit` that the operation takes, where it takes one. */
	readonly maximumPage?: number;
}

/**
 * Reads a list that continues after the identifier of its last record, `searchAfterId` (spec 4.4).
 *
 * @param node the node that asks
 * @param client the service
 * @param id the operation
 * @param request path and query, where to begin and how many records are wanted
 * @throws ServiceError where the cursor does not move on, or a record has no identifier
 */
export async function readAfterCursor(
	node: INode,
	client: ServiceClient,
	id: OperationId,
	{ limit, kind, searchAfterId, maximumPage, ...request }: CursorRequest,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<string>();
	for (let cursor = searchAfterId; ;) {
		const wanted = limit === undefined ? Infinity : limit - records.length;
		const pageSize = maximumPage === undefined ? undefined : Math.min(wanted, maximumPage);
		const query = { ...request.query, searchAfterId: cursor, limit: pageSize };
		const { body } = await client.request(id, { ...request, query });
		const list = body === undefined ? [] : listOf(node, body);
		for (const record of list) records.push(record);
		if (limit !== undefined && records.length >= limit) return records.slice(0, limit);
		const last = list.at(-1);
		if (last === undefined || (pageSize !== undefined && list.length < pageSize)) return records;
		cursor = identifierOf(kind, last);
		if (cursor === undefined || seen.has(cursor)) throw repeatedPage(node);
		seen.add(cursor);
	}
}
