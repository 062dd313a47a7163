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
import { isTool } from './tool';

/** The work of one item. */
export interface ItemWork {
	/** Items whose turn has the same name are worked on one after another, in their order. */
	readonly turn?: string;
	/** Does the item and returns its records. */
	run(): Promise<IDataObject[]>;
}

type ItemError = ServiceError | InputError | ExecutionBaseError;

/** A person is told which item it is about; a model, which knows of no items, what to do. */
function forReader(node: INode, error: ServiceError | InputError, itemIndex: number): ItemError {
	return isTool(node) ? error.forTool() : error.forItem(itemIndex);
}

/** What n8n itself has to say, such as why an expression has no value, is passed on as it is. */
function asItemError(node: INode, error: unknown, itemIndex: number): ItemError {
	if (error instanceof ServiceError || error instanceof InputError) {
		return forReader(node, error, itemIndex);
	}
	if (error instanceof ExecutionBaseError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const details = new InputError(
		node,
		`The item could not be processed: ${String(error)}`,
		'Check the values of the fields for this item.',
		'unexpected',
	);
	const unexpected = forReader(node, details, itemIndex);
	unexpected.cause = error instanceof Error ? error : undefined;
	return unexpected;
}

function detailsOf(error: ItemError): IDataObject {
	const { message, description } = error;
	const text = { message, description: description ?? '' };
	if (error instanceof ServiceError || error instanceof InputError) {
		const { errorCode, httpStatus, received } = error;
		return { ...received, ...text, errorCode, httpStatus };
	}
	const errorCode = error instanceof ExpressionError ? 'expression' : 'unexpected';
	return { ...text, errorCode, httpStatus: null };
}

/** One key and no `item.error`: n8n keeps it whole and sends it to the error output. */
function errorItem(error: ItemError, itemIndex: number): INodeExecutionData {
	return { json: { error: detailsOf(error) }, pairedItem: { item: itemIndex } };
}

/** Lets work of the same name be done one after another, in the order in which it was announced. */
class Turns {
	private readonly last = new Map<string, Promise<unknown>>();

	async take<Result>(name: string | undefined, work: () => Promise<Result>): Promise<Result> {
		if (name === undefined) return await work();
		const before = this.last.get(name);
		const turn = (async () => {
			await before;
			return await work();
		})();
		const over = turn.then(
			() => {},
			() => {},
		);
		this.last.set(name, over);
		try {
			return await turn;
		} finally {
			if (this.last.get(name) === over) this.last.delete(name);
		}
	}
}

/**
 * Works on every input item: several at the same time, output in the order of the input, each
 * record paired with its item. With Continue On Fail a failed item becomes an error item; without,
 * no further item is begun and the first failed item's error is thrown.
 *
 * @param functions n8n's execution context
 * @param atOnce how many items are worked on at the same time, at the most
 * @param prepare the work of the item at a position, from 0; called in the order of the items
 * @throws ServiceError or InputError naming the item, or for a tool the remedy and the code; or what
 * n8n says of an expression
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
	const errors: ItemError[] = [];
	const turns = new Turns();
	let next = 0;
	const goesOn = () => !signal?.aborted && (continues || errors.length === 0);

	const worker = async () => {
		while (next < count && goesOn()) {
			const itemIndex = next++;
			try {
				const work = prepare(itemIndex);
				const records = await turns.take(work.turn, async () => (goesOn() ? await work.run() : []));
				output[itemIndex] = records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
			} catch (cause) {
				const error = asItemError(node, cause, itemIndex);
				if (continues) output[itemIndex] = [errorItem(error, itemIndex)];
				else errors[itemIndex] = error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));

	const first = errors.find((error) => error !== undefined);
	if (first) throw first;
	if (signal?.aborted) throw new ServiceError(node, cancelledFailure);
	return output.flat();
}
