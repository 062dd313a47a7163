import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../src/api/errors';
import type { FormItem } from '../../src/forms/formItem';
import { jsonStructure } from '../../src/forms/jsonField';
import { readLimit } from '../../src/forms/lists';
import { isOn, readChoice, readText } from '../../src/forms/value';
import type { ItemContext, ItemOperation, OperationRequest } from '../../src/runtime/operation';
import type { OtherOperation, Paging } from '../../src/api/operations';
import { asRecord } from '../../src/api/jsonObject';
import { otherOperation } from '../../src/http/otherOperation';
import { readEventRecords } from './events';
import { labels, pagings, responses } from './requestFields';
import { type Query, readHeaders, readQuery } from './parameters';

type RequestItem = ItemContext<OtherOperation>;

/** How a list by cursor is cut into pages, where Query Parameters have a limit. */
function pageLimit(query: Query): number | undefined {
	const given = query.get('limit')?.at(-1);
	if (given === undefined) return undefined;
	const limit = Number(given);
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw new InputError(
		`${labels.queryParameters}: limit "${String(given)}" is not a whole number of at least 1`,
		'Give the largest limit that the operation takes, or remove it.',
	);
}

function readPaging(item: FormItem, query: Query): Paging | undefined {
	const paging = readChoice(item, 'Paging', 'paging', pagings, 'none');
	if (paging === 'none') return undefined;
	if (paging === 'cursor') return { by: 'cursor', record: 'other', maximum: pageLimit(query) };
	const doubled = ['page', 'pageSize'].find((name) => query.has(name));
	if (doubled === undefined) return { by: 'page' };
	throw new InputError(
		`${labels.queryParameters}: ${doubled} is set by Paging`,
		'Remove it, or set Paging to "None" for a single page.',
	);
}

/** The operation that the form describes. */
function operationOf(item: FormItem): OtherOperation {
	const streams = readChoice(item, 'Response', 'response', responses, 'json') === 'events';
	const operation = otherOperation({
		method: item.parameter('method', 'GET'),
		path: item.parameter('path', ''),
		scope: item.parameter('scope', ''),
		paging: streams ? undefined : readPaging(item, readQuery(item)),
		streams,
	});
	if (operation.paging === undefined || operation.method === 'GET') return operation;
	throw new InputError(
		`Paging is for GET, and Method is ${operation.method}`,
		'Set Paging to "None".',
	);
}

function readBody(item: RequestItem): object | undefined {
	if (!isOn(item, 'Send Body', 'sendBody')) return undefined;
	if (item.operation.method !== 'GET') return jsonStructure(item, labels.jsonBody, 'jsonBody');
	throw new InputError(
		'Send Body is on, and a GET has no body',
		'Turn it off, or choose the Method that the operation has.',
	);
}

async function readList(item: RequestItem, query: Query): Promise<IDataObject[]> {
	const ofCursor = item.operation.paging?.by === 'cursor' ? ['limit', 'searchAfterId'] : [];
	const [searchAfterId] = (ofCursor.length > 0 && query.get('searchAfterId')) || [];
	return await item.list({
		headers: readHeaders(item),
		query: Object.fromEntries([...query].filter(([name]) => !ofCursor.includes(name))),
		limit: readLimit(item),
		searchAfterId: searchAfterId?.toString(),
		idField: readText('ID Field', item.parameter('idField', '')),
	});
}

/** Any other operation of the service, as the form describes it. */
export const request: ItemOperation<OtherOperation> = {
	operationOf,
	async execute(item) {
		const query = readQuery(item);
		if (item.operation.paging) return await readList(item, query);
		const sent: OperationRequest<OtherOperation> = {
			headers: readHeaders(item),
			query: Object.fromEntries(query),
			body: readBody(item),
		};
		if (item.operation.streams) return await readEventRecords(item, sent);
		const { statusCode, body, record } = await item.request(sent);
		if (body === undefined) return [{ success: true, httpStatus: statusCode }];
		return Array.isArray(body) ? body.map(asRecord) : [record];
	},
};
