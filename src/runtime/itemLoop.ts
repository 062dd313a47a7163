import {
	ExecutionBaseError,
	ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	sleep,
	UserError,
} from 'n8n-workflow';
import { InputError, ServiceError } from '../api/errors';
import { cancelledFailure } from '../http/networkError';
import { KeyedMutex } from './keyedMutex';
import { toNodeError } from './nodeErrors';
import { type ItemOutcome, Try } from './retryMemory';
import { Semaphore } from './semaphore';

/** The work of one item. */
export interface ItemWork {
	/** Items with the same key run one after another, in their order. Not set if the item only reads. */
	readonly lockKey?: Promise<string | undefined>;
	/** @param letNextBegin called before the end if the next item with the key need not wait for the rest */
	run(letNextBegin?: () => void): Promise<IDataObject[]>;
	/** Whether the service may have made a change of the item, also if it failed. */
	mayHaveActed?(): boolean;
}

/**
 * So many items begin before n8n's thread turns to other work. An item takes 2 to 3 ms of it, and a
 * response to n8n's editor about 25 turns: with three, the editor waits for a fifth of a second.
 */
const itemsPerTurn = 3;

/** Items that have begun, those included that wait for an earlier one. More would only take memory. */
const maxBegun = 1000;

/** An error of this package. A UserError of n8n, such as "invalid syntax", explains an expression. */
function asKnown(error: unknown): InputError | ServiceError {
	if (error instanceof ServiceError || error instanceof InputError) return error;
	const message =
		error instanceof UserError
			? error.message
			: `The item could not be processed: ${String(error)}`;
	const description = 'Check the values and expressions of the fields for this item.';
	return new InputError(message, description, 'unexpected');
}

/**
 * The error of an item as n8n shows it, and what the error item contains. An error of n8n itself, such
 * as an expression without a value, stays one.
 *
 * @param progress for the end of the message
 */
function failureOf(node: INode, error: unknown, itemIndex: number, progress = '') {
	if (error instanceof ExecutionBaseError) {
		error.context.itemIndex ??= itemIndex;
		error.message += progress;
		const { message, description } = error;
		const errorCode = error instanceof ExpressionError ? 'expression' : 'unexpected';
		return {
			error,
			details: { message, description: description ?? '', errorCode, httpStatus: null },
		};
	}
	const known = asKnown(error);
	const nodeError = toNodeError(node, known, itemIndex, progress);
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
 * Items whose outcome in an earlier try counts are not processed again.
 */
export class ItemLoop {
	private readonly node: INode;
	private readonly signal?: AbortSignal;
	private readonly continues: boolean;
	private readonly count: number;
	private readonly output: IDataObject[][] = [];
	/** Why items failed that end the node. */
	private readonly errors = new Map<number, unknown>();
	private readonly mutex = new KeyedMutex();
	private readonly attempt: Try;
	/** Settled when the keys of all earlier items are known, or failed. */
	private keysKnown: Promise<unknown> = Promise.resolve();
	private changesSomething = false;
	private hasFailed = false;
	/** Those in which items are processed. An item that waits for an earlier one leaves its place. */
	private readonly places: Semaphore;
	/** Settled when n8n's thread has done other work. */
	private turn: Promise<void> = Promise.resolve();

	/**
	 * @param atOnce how many items are processed in parallel at most
	 * @param prepare called in the order of the items
	 */
	constructor(
		functions: IExecuteFunctions,
		private readonly atOnce: number,
		private readonly prepare: (itemIndex: number) => ItemWork,
	) {
		this.node = functions.getNode();
		this.signal = functions.getExecutionCancelSignal();
		this.continues = functions.continueOnFail();
		this.count = functions.getInputData().length;
		this.attempt = new Try(functions);
		this.places = new Semaphore(atOnce);
	}

	/** @throws NodeApiError or NodeOperationError naming the item, or an error of n8n itself */
	async run(): Promise<INodeExecutionData[]> {
		const begun = new Semaphore(Math.max(this.atOnce, maxBegun));
		const items: Array<Promise<void>> = [];
		for (let itemIndex = 0; itemIndex < this.count; itemIndex++) {
			await begun.acquire();
			await this.places.acquire();
			if (!this.mayStart()) break;
			items.push(
				this.process(itemIndex).finally(() => {
					this.places.release();
					begun.release();
				}),
			);
		}
		await Promise.all(items);
		const isDone = this.errors.size === 0 && !this.signal?.aborted;
		this.attempt.end(isDone ? this.output.flat() : undefined);
		if (isDone) {
			return this.output.flatMap((records, item) =>
				records.map((json) => ({ json, pairedItem: { item } })),
			);
		}
		throw this.firstError() ?? toNodeError(this.node, new ServiceError(cancelledFailure));
	}

	/** Ends when n8n's thread has had time for other work. */
	private async turnOf(itemIndex: number): Promise<void> {
		const isNext = itemIndex > 0 && itemIndex % itemsPerTurn === 0;
		if (isNext) this.turn = this.turn.then(async () => await sleep(0));
		await this.turn;
	}

	private mayStart(): boolean {
		return !this.signal?.aborted && (this.continues || !this.hasFailed);
	}

	private async process(itemIndex: number): Promise<void> {
		const earlier = this.attempt.earlier(itemIndex);
		// Only an item that may have changed something fails as before.
		if (earlier && 'error' in earlier) this.changesSomething = true;
		const outcome = earlier ?? (await this.outcomeOf(itemIndex));
		if (outcome === undefined) return;
		if ('records' in outcome) this.output[itemIndex] = outcome.records;
		// One key and no `item.error`: n8n keeps it whole and sends it to the error output.
		else if (this.continues) {
			const { details } = failureOf(this.node, outcome.error, itemIndex);
			this.output[itemIndex] = [{ error: details }];
		} else this.errors.set(itemIndex, outcome.error);
	}

	/** Undefined if the item was not processed. */
	private async outcomeOf(itemIndex: number): Promise<ItemOutcome | undefined> {
		await this.turnOf(itemIndex);
		if (!this.mayStart()) return undefined;
		let work: ItemWork | undefined;
		try {
			work = this.prepare(itemIndex);
			if (work.lockKey !== undefined) this.changesSomething = true;
			const records = await this.runInOrder(work);
			if (records === undefined) return undefined;
			const outcome = { records };
			this.attempt.note(itemIndex, outcome);
			return outcome;
		} catch (error) {
			this.hasFailed = true;
			if (work?.mayHaveActed?.()) this.attempt.note(itemIndex, { error });
			return { error };
		}
	}

	private async runInOrder({ lockKey, run }: ItemWork): Promise<IDataObject[] | undefined> {
		if (lockKey === undefined) return await run();
		// Keys take requests to find. Work is queued in the order of the items, not of the responses.
		this.keysKnown = Promise.allSettled([this.keysKnown, lockKey]).then(() => {});
		await this.keysKnown;
		const key = await lockKey;
		const runLocked = async (letNextBegin?: () => void) => {
			if (!this.mayStart()) return undefined;
			return await run(letNextBegin).catch((error: unknown) => {
				// Before the next item with the key begins.
				this.hasFailed = true;
				throw error;
			});
		};
		if (key === undefined) return await runLocked();
		if (!this.mutex.isHeld(key)) return await this.mutex.run(key, runLocked);
		this.places.release();
		return await this.mutex.run(key, async (letNextBegin) => {
			await this.places.acquire();
			return await runLocked(letNextBegin);
		});
	}

	private firstError(): Error | undefined {
		const [itemIndex] = [...this.errors.keys()].sort((a, b) => a - b);
		if (itemIndex === undefined) return undefined;
		const processed = Object.keys(this.output).length;
		const isPartial = this.changesSomething && processed > 0;
		const progress = isPartial ? ` (${processed} of ${this.count} items were processed)` : '';
		return failureOf(this.node, this.errors.get(itemIndex), itemIndex, progress).error;
	}
}
