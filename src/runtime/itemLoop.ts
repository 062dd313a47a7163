import {
	ExecutionBaseError,
	ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { InputError, ServiceError } from '../api/errors';
import { cancelledFailure } from '../http/networkError';
import { KeyedMutex } from './keyedMutex';
import { toNodeError } from './nodeErrors';

/** The work of one item. */
export interface ItemWork {
	/** Items with the same key run one after another, in their order. Not set if the item only reads. */
	readonly lockKey?: Promise<string | undefined>;
	run(): Promise<IDataObject[]>;
}

/**
 * The error of an item as n8n shows it, and what the error item contains. An error of n8n itself, such
 * as an expression without a value, is not changed.
 */
function failureOf(node: INode, error: unknown, itemIndex: number) {
	if (error instanceof ExecutionBaseError) {
		error.context.itemIndex ??= itemIndex;
		const { message, description } = error;
		const errorCode = error instanceof ExpressionError ? 'expression' : 'unexpected';
		return {
			error,
			details: { message, description: description ?? '', errorCode, httpStatus: null },
		};
	}
	const known =
		error instanceof ServiceError || error instanceof InputError
			? error
			: new InputError(
					`The item could not be processed: ${String(error)}`,
					'Check the values of the fields for this item.',
					'unexpected',
				);
	const nodeError = toNodeError(node, known, itemIndex);
	if (known !== error && error instanceof Error) nodeError.cause = error;
	const { description, errorCode, httpStatus, received } = known;
	const { message } = nodeError;
	return {
		error: nodeError,
		details: { ...received, message, description, errorCode, httpStatus },
	};
}

/**
 * Processes every input item, several in parallel. The output is in the order of the input, and each
 * record is paired with its item. If the workflow continues on failure, a failed item becomes an
 * error item. Otherwise no further item is started, and the error of the first failed item is thrown.
 *
 * @param atOnce how many items are processed in parallel at most
 * @param prepare called in the order of the items
 * @throws NodeApiError or NodeOperationError naming the item, or an error of n8n itself
 */
export async function runItems(
	functions: IExecuteFunctions,
	atOnce: number,
	prepare: (itemIndex: number) => ItemWork,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const signal = functions.getExecutionCancelSignal();
	const continues = functions.continueOnFail();
	const count = functions.getInputData().length;
	const output: INodeExecutionData[][] = [];
	const errors: unknown[] = [];
	const mutex = new KeyedMutex();
	/** Settled when the keys of all earlier items are known, or failed. */
	let keysKnown: Promise<unknown> = Promise.resolve();
	let next = 0;
	const mayStart = () => !signal?.aborted && (continues || errors.length === 0);

	const runItem = async ({ lockKey, run }: ItemWork) => {
		if (lockKey === undefined) return await run();
		// Keys take requests to find. Work is queued in the order of the items, not of the responses.
		keysKnown = Promise.allSettled([keysKnown, lockKey]).then(() => {});
		await keysKnown;
		const key = await lockKey;
		const runLocked = async () => (mayStart() ? await run() : []);
		return key === undefined ? await runLocked() : await mutex.run(key, runLocked);
	};
	const worker = async () => {
		while (next < count && mayStart()) {
			const itemIndex = next++;
			const pair = (json: IDataObject) => ({ json, pairedItem: { item: itemIndex } });
			try {
				output[itemIndex] = (await runItem(prepare(itemIndex))).map(pair);
			} catch (cause) {
				const failure = failureOf(node, cause, itemIndex);
				// One key and no `item.error`: n8n keeps it whole and sends it to the error output.
				if (continues) output[itemIndex] = [pair({ error: failure.details })];
				else errors[itemIndex] = failure.error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));

	const first = errors.find((error) => error !== undefined);
	if (first !== undefined) throw first;
	if (signal?.aborted) throw toNodeError(node, new ServiceError(cancelledFailure));
	return output.flat();
}
