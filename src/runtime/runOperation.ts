import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InputError, ServiceError } from '../api/errors';
import { readAuthentication } from '../forms/authentication';
import { type CommonOptions, defaultOptions } from '../forms/options';
import { wholeNumber } from '../forms/value';
import { onlyReads, type Operation, operationRow, pathParametersOf } from '../api/operations';
import { requestsAtOnce } from '../http/limits/concurrencyLimit';
import { ServiceClient } from '../http/client';
import { ExecutionNotes } from './executionHints';
import { OperationItem } from './itemContext';
import { runItems } from './itemLoop';
import {
	type ItemContext,
	type ItemOperation,
	type NodeOperation,
	type NodeResource,
	operationValue,
} from './operation';
import { ItemParameters, ParameterReader } from './parameters';
import { toNodeError } from './nodeErrors';
import { isTool } from './tool';

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
		'Open the node and choose Resource and Operation again.',
	);
	const node = functions.getNode();
	throw toNodeError(node, refusal, { isTool: isTool(node) });
}

/**
 * Does the operation that the user chose, for every input item. It is the `execute` of every node
 * with a table of contents.
 *
 * @param functions n8n's execution context
 * @param resources the node's table of contents
 * @returns the items of the node's one output
 */
export async function runOperation(
	functions: IExecuteFunctions,
	resources: readonly NodeResource[],
): Promise<INodeExecutionData[][]> {
	const operation = selectedOperation(functions, resources);
	return await runForItems(functions, {
		options: operation.options,
		operationOf: () => operation.id,
		execute: async (item) => await operation.execute(item as ItemContext),
	});
}

/**
 * Does a node's work for every input item.
 *
 * @param functions n8n's execution context
 * @param work what the node does
 * @returns the items of the node's one output
 */
export async function runForItems<Of extends Operation>(
	functions: IExecuteFunctions,
	work: ItemOperation<Of>,
): Promise<INodeExecutionData[][]> {
	if (functions.getInputData().length === 0) return [[]];
	const parameters = new ParameterReader(functions);
	const given = parameters.read('options', 0, {}) as Partial<CommonOptions>;
	const options = { ...defaultOptions, ...given };
	// By a Timeout of its own an operation means something longer than a request.
	if (work.options?.some(({ name }) => name === 'timeout')) {
		options.timeout = defaultOptions.timeout;
	}
	const signal = functions.getExecutionCancelSignal();
	const isFixed = given.concurrency !== undefined;

	const notes = new ExecutionNotes(functions);
	let connecting: Promise<ServiceClient> | undefined;
	const connect = async () => {
		if (isFixed) wholeNumber('Concurrency', given.concurrency, 1);
		const authentication = readAuthentication({
			parameter: <Value>(name: string, fallback?: Value) =>
				parameters.read(name, 0, fallback) as Value,
		});
		return await ServiceClient.connect(functions, authentication, {
			timeout: wholeNumber('Timeout', options.timeout, 1),
			maxRetries: wholeNumber('Max Retries', options.maxRetries, 0),
			signal,
			fixedConcurrency: isFixed,
		});
	};

	// A wrong number is reported by `connect`, as an error item where the user chose those.
	const fixed = Math.max(1, Math.floor(Number(given.concurrency)) || 1);
	try {
		const items = await runItems(
			functions,
			isFixed ? fixed : requestsAtOnce.maximum,
			(itemIndex) => {
				const item = new ItemParameters(parameters, itemIndex);
				const operation = work.operationOf({
					parameter: <Value>(name: string, fallback?: Value) => item.read(name, fallback) as Value,
					note: (text, kind = 'info') => notes.add(itemIndex, text, kind),
				});
				return {
					turn: turnOf(operation, item, isFixed),
					run: async () => {
						// The credential is read once, by the first item, for all of them.
						connecting ??= connect();
						const service = await connecting;
						const context = new OperationItem(operation, item, service, functions, notes);
						try {
							return await work.execute(context);
						} catch (error) {
							throw withoutSecrets(error, service);
						}
					},
				};
			},
		);
		return [items];
	} finally {
		notes.tell();
	}
}

/** What had arrived before a failure may repeat a secret, as anything that a service sends. */
function withoutSecrets(error: unknown, service: ServiceClient): unknown {
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError(error.details, service.cleaned(error.received));
}

/**
 * Changes of the same record, which is the same path, follow the order of the items; so do
 * creations, unless the user fixed how many are made at the same time.
 */
function turnOf(operation: Operation, item: ItemParameters, isFixed: boolean): string | undefined {
	const row = operationRow(operation);
	if (onlyReads(row)) return undefined;
	const names = pathParametersOf(operation);
	if (names.length > 0) return JSON.stringify(names.map((name) => sameIdentifier(item.read(name))));
	return isFixed && row.method === 'POST' ? undefined : row.path;
}

/** An identifier however it is written: "007" and 7 are the same, and so are A1 and a1 of a UUID. */
function sameIdentifier(value: unknown): string {
	return String(value)
		.trim()
		.toLowerCase()
		.replace(/^0+(?=\d+$)/, '');
}
