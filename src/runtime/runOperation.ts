import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError, ServiceError } from '../api/errors';
import { receivedRecord } from '../api/fieldNames';
import { readAuthentication } from '../forms/authentication';
import {
	checkItemCount,
	concurrency,
	maxRetries,
	readTenantId,
	stopIfMoreThan,
	timeout,
} from '../forms/options';
import { isOn, readNumber } from '../forms/parameters';
import { readOutput } from '../forms/simplify';
import {
	onlyReads,
	type Operation,
	operationRow,
	pathParametersOf,
	requestsOf,
} from '../api/operations';
import { requestsAtOnce } from '../http/limits/requestWindow';
import type { ServiceClient } from '../http/client';
import { ExecutionTime } from '../http/executionTime';
import { ItemConnections } from '../http/connections';
import { ExecutionHints } from './executionHints';
import { findKey } from './keySearch';
import { ItemContext, NodeParameters } from './executionItem';
import { type ItemWork, runItems } from './itemLoop';
import {
	type ItemOperation,
	type NodeOperation,
	type NodeResource,
	operationValue,
} from './operation';
import { toNodeError } from './nodeErrors';
import { previewItem } from './preview';
import { isTool } from './tool';
import { verifiedFields, verifyChange, verifyOption } from './verify';

function selectedOperation(
	functions: IExecuteFunctions,
	resources: readonly NodeResource[],
): NodeOperation {
	const resource = functions.getNodeParameter('resource', 0) as string;
	const operation = functions.getNodeParameter('operation', 0) as string;
	const selected = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ id }) => operationValue(id) === operation);
	if (selected) return selected;
	const refusal = new InputError(
		`The node has no operation "${operation}" for the resource "${resource}"`,
		"Open the node, and select 'Resource' and 'Operation' again.",
	);
	const node = functions.getNode();
	throw toNodeError(node, refusal, { isTool: isTool(node) });
}

async function requestRecord(
	item: ItemContext,
	{ body, change, output, confirms }: NodeOperation,
): Promise<IDataObject> {
	const shown = output && readOutput(item, output);
	const isVerified = change !== undefined && isOn(item, verifyOption(false), 'options');
	const sent = body?.(item);
	const { record } = await item.request({ body: sent });
	if (!confirms) return shown ? shown(record) : record;
	const confirmed = { ...record, [confirms]: true, ...item.path };
	if (!isVerified) return confirmed;
	const verification = await verifyChange(item, { ...change(sent ?? {}), path: item.path });
	return { ...confirmed, ...verifiedFields(verification) };
}

/** The `execute` of a node with resources: does the selected operation for every input item. */
export function executeOf(resources: readonly NodeResource[]) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = selectedOperation(this, resources);
		return await runForItems(this, {
			options: operation.options,
			operationOf: () => requestsOf(operation.id)[0],
			key: operation.key,
			execute: async (item) =>
				(await operation.execute?.(item as ItemContext)) ?? [
					await requestRecord(item as ItemContext, operation),
				],
		});
	};
}

/** Does a node's work for every input item. */
export async function runForItems<Of extends Operation>(
	functions: IExecuteFunctions,
	work: ItemOperation<Of>,
): Promise<INodeExecutionData[][]> {
	const count = functions.getInputData().length;
	if (count === 0) return [[]];
	const parameters = new NodeParameters(functions);
	const options = parameters.read('options', 0, {}) as IDataObject;
	const isFixed = options.concurrency !== undefined;
	const hints = new ExecutionHints(functions);
	const time = new ExecutionTime();
	let connections: ItemConnections | undefined;
	const connect = (item: ItemContext<Of>) => {
		if (isFixed) readNumber(options, concurrency);
		return new ItemConnections(functions, readAuthentication(item), {
			timeout: readNumber(options, timeout),
			maxRetries: readNumber(options, maxRetries),
			signal: functions.getExecutionCancelSignal(),
			fixedConcurrency: isFixed,
			time,
		});
	};
	const prepare = (itemIndex: number): ItemWork => {
		if (work.options?.includes(stopIfMoreThan)) checkItemCount(options, count);
		const item = new ItemContext<Of>(functions, itemIndex, parameters, hints);
		item.operation = work.operationOf(item);
		const tenantId = readTenantId(item);
		const isRead = onlyReads(operationRow(item.operation));
		const ready = async () => {
			connections ??= connect(item);
			item.service = await connections.get(itemIndex, tenantId, item.isPreview);
			await item.resolveKeys();
			const key = work.key?.(item);
			const found = key && (await findKey(item.service, key));
			const known = found ?? (isFixed ? key?.text : undefined);
			return isRead ? undefined : lockKeyOf(item, tenantId, isFixed, known);
		};
		return {
			lockKey: isRead ? undefined : ready(),
			run: async () => {
				if (isRead) await ready();
				try {
					const records = await work.execute(item);
					return item.service.fieldNames.isEmpty ? records : records.map(receivedRecord);
				} catch (error) {
					if (item.isPreview) return [previewItem(error)];
					throw withoutSecrets(error, item.service);
				}
			},
		};
	};

	// `connect` refuses a wrong number, as an error item if the workflow continues on failure.
	const fixed = Math.max(1, Math.floor(Number(options.concurrency)) || 1);
	try {
		return [await runItems(functions, isFixed ? fixed : requestsAtOnce.maximum, prepare)];
	} finally {
		hints.summarize(time.describe());
		hints.flush();
	}
}

/** What arrived before a failure may repeat a secret. */
function withoutSecrets(error: unknown, service: ServiceClient): unknown {
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError(error.details, service.redact(error.received));
}

/**
 * The key of the lock that keeps requests in the order of the items: changes of the same record have
 * the same key, and so do creations, unless the user set how many run at the same time.
 */
function lockKeyOf<Of extends Operation>(
	item: ItemContext<Of>,
	tenantId: string | undefined,
	isFixed: boolean,
	known: string | number | undefined,
): string | undefined {
	const row = operationRow(item.operation);
	const picked = pathParametersOf(item.operation).map((name) => item.parameter<unknown>(name));
	const record = known === undefined ? picked : [known];
	if (record.length === 0 && isFixed && row.method === 'POST') return undefined;
	const names = record.length === 0 ? [row.path] : record.map(sameIdentifier);
	return JSON.stringify([tenantId, ...names]);
}

/** "007" and 7 are the same identifier, and so are UUIDs in either case. */
function sameIdentifier(value: unknown): string {
	const text = String(value).trim().toLowerCase();
	return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}
