import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeOperationError,
} from 'n8n-workflow';
import { InputError, ServiceError } from '../errors';
import { cancelledFailure } from '../transport/networkFailure';

type ItemError = ServiceError | InputError;

function asItemError(node: INode, error: unknown, itemIndex: number): ItemError {
	if (error instanceof ServiceError || error instanceof InputError) return error.forItem(itemIndex);
	const reason = error instanceof NodeOperationError ? error : undefined;
	return new InputError(
		node,
		reason?.message ?? `The item could not be processed: ${String(error)}`,
		reason?.description ?? 'Check the values of the fields for this item.',
		'unexpected',
	).forItem(itemIndex);
}

/** One key and no `item.error`: n8n keeps it whole and sends it to the error output. */
function errorItem(error: ItemError, itemIndex: number): INodeExecutionData {
	const { message, errorCode, description, httpStatus, received } = error;
	return {
		json: {
			error: { ...received, message, errorCode, description: description ?? '', httpStatus },
		},
		pairedItem: { item: itemIndex },
	};
}

/**
 * Works on every input item: several at the same time, output in the order of the input, each
 * record paired with its item. With Continue On Fail a failed item becomes an error item; without,
 * no further item is begun and the first failed item's error is thrown.
 *
 * @param functions n8n's execution context
 * @param concurrency how many items are worked on at the same time
 * @param work does one item and returns its records
 * @throws ServiceError or InputError, naming the item
 */
export async function runItems(
	functions: IExecuteFunctions,
	concurrency: number,
	work: (itemIndex: number) => Promise<IDataObject[]>,
): Promise<INodeExecutionData[]> {
	const node = functions.getNode();
	const signal = functions.getExecutionCancelSignal();
	const continues = functions.continueOnFail();
	const count = functions.getInputData().length;
	const output: INodeExecutionData[][] = [];
	const errors: ItemError[] = [];
	let next = 0;

	const worker = async () => {
		while (next < count && !signal?.aborted && (continues || errors.length === 0)) {
			const itemIndex = next++;
			try {
				const records = await work(itemIndex);
				output[itemIndex] = records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
			} catch (cause) {
				const error = asItemError(node, cause, itemIndex);
				if (continues) output[itemIndex] = [errorItem(error, itemIndex)];
				else errors[itemIndex] = error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));

	const first = errors.find((error) => error !== undefined);
	if (first) throw first;
	if (signal?.aborted) throw new ServiceError(node, cancelledFailure);
	return output.flat();
}
