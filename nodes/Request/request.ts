import type { IDataObject } from 'n8n-workflow';
import { InputError, withPartialResult } from '../../src/api/errors';
import { toRecord } from '../../src/values/jsonObject';
import type { OperationRow, Paging } from '../../src/api/operationRow';
import { operationRow } from '../../src/api/operations';
import type { Form } from '../../src/forms/formItem';
import { jsonStructure } from '../../src/forms/jsonField';
import { idFieldOption, readLimit } from '../../src/forms/lists';
import { readStreamOptions } from '../../src/forms/streamOptions';
import { isOn, readChoice, readText } from '../../src/forms/parameters';
import { parseInteger, showValue } from '../../src/values/scalars';
import type { QueryValue } from '../../src/http/client';
import { eventData, eventRecord } from '../../src/http/eventRecord';
import { readEventBatches } from '../../src/http/eventStream';
import { otherOperation } from './otherOperation';
import { readHeaders, readQueryParameters } from './requestParameters';
import type { ItemContext, ItemOperation, OperationRequest } from '../../src/runtime/operation';
import { includeRaw, jsonBody, paging, response, sendBody } from './requestFields';

/** The page size of a list by cursor, if the user sets one. */
function readPageLimit(query: Map<string, QueryValue[]>): number | undefined {
	const given = query.get('limit')?.at(-1);
	if (given === undefined) return undefined;
	const limit = parseInteger(given, 1);
	if (limit !== undefined) return limit;
	throw new InputError(
		`Query Parameters: limit "${showValue(given)}" is not a whole number of at least 1`,
		'Enter the largest limit that the operation allows, or remove limit.',
	);
}

function readPaging(form: Form): Paging | undefined {
	const by = readChoice(form, paging);
	if (by === 'none') return undefined;
	const query = readQueryParameters(form);
	if (by === 'cursor') return { by: 'cursor', maximum: readPageLimit(query) };
	const repeated = ['page', 'pageSize'].find((name) => query.has(name));
	if (repeated === undefined) return { by: 'page' };
	throw new InputError(
		`Query Parameters: ${repeated} is set by 'Paging'`,
		`Remove ${repeated}, or set 'Paging' to 'None' for a single page.`,
	);
}

function readOperation(form: Form): OperationRow {
	const operation = otherOperation(form);
	if (readChoice(form, response) === 'events') return { ...operation, streams: true };
	const pages = readPaging(form);
	if (pages === undefined || operation.method === 'GET') return { ...operation, paging: pages };
	throw new InputError(
		`'Paging' only works with GET, but 'Method' is ${operation.method}`,
		"Set 'Paging' to 'None'.",
	);
}

function readJsonBody(item: ItemContext): object | undefined {
	if (!isOn(item, sendBody)) return undefined;
	if (operationRow(item.operation).method === 'GET') {
		throw new InputError(
			"'Send Body' is on, but GET requests have no body",
			"Turn off 'Send Body', or select another 'Method'.",
		);
	}
	const body = jsonStructure(item, jsonBody.displayName, jsonBody.name);
	if (body !== undefined) return body;
	const remedy = "Enter the body to send, or turn off 'Send Body'.";
	throw new InputError(`${jsonBody.displayName} is empty`, remedy);
}

/** @throws ServiceError with the events received so far if the stream is interrupted */
async function readEventRecords(item: ItemContext, sent: OperationRequest): Promise<IDataObject[]> {
	const withRaw = isOn(item, includeRaw, 'options');
	const limits = readStreamOptions(item, 'stream');
	const ifNoStream = "If the operation doesn't return events, set 'Response' to 'JSON'.";
	const stream = await item.service.open(item.operation, { ...sent, ifNoStream });
	const events: IDataObject[] = [];
	try {
		for await (const batch of readEventBatches(stream, limits, item.signal)) {
			for (const event of batch.events) {
				const record = eventRecord(event, eventData(event));
				if (withRaw && record.data !== event.data) record.raw = event.data;
				events.push(record);
			}
		}
	} catch (error) {
		throw withPartialResult(error, { events, eventCount: events.length, complete: false });
	}
	return events;
}

/** Any other operation of the service, as the form describes it. */
export const request: ItemOperation = {
	operationOf: readOperation,
	async execute(item) {
		const query = Object.fromEntries(readQueryParameters(item));
		const headers = readHeaders(item);
		const { paging: pages, streams } = operationRow(item.operation);
		if (pages) {
			// A list by cursor sets the size of each page.
			if (pages.by === 'cursor') delete query.limit;
			return await item.list({
				headers,
				query,
				limit: readLimit(item),
				searchAfterId: query.searchAfterId?.[0]?.toString(),
				idField: readText(item, idFieldOption),
			});
		}
		const sent = { headers, query, body: readJsonBody(item) };
		if (streams) return await readEventRecords(item, sent);
		const { statusCode, body, record } = await item.request(sent);
		if (body === undefined) return [{ success: true, httpStatus: statusCode }];
		return Array.isArray(body) ? body.map(toRecord) : [record];
	},
};
