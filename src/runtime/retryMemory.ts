/**
 * n8n's *Retry On Fail* executes a node again, with all of its items, if it threw or its first item has
 * an `error`, also one that the service sent. So a try that failed remembers what its items did: on the
 * next try, an item that succeeded returns the same, and an item that may have changed something fails
 * as before. Only the others are sent again.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from './nodeErrors';

/** What an item returned, or why it failed although the service may have made its change. */
export type ItemOutcome = { readonly records: IDataObject[] } | { readonly error: unknown };

type Outcomes = Map<number, ItemOutcome>;

/** n8n waits at most 5 s before it tries again, in the same process. */
const keptMilliseconds = 60_000;

const failedTries = new Map<string, Outcomes>();

/** The same for all tries of a node; undefined if n8n doesn't try again. */
function keyOf(functions: IExecuteFunctions): string | undefined {
	const node = functions.getNode();
	if (node.retryOnFail !== true || isTool(node)) return undefined;
	const executionId: string | undefined = functions.getExecutionId();
	if (executionId === undefined) return undefined;
	const { $runIndex: runIndex } = functions.getWorkflowDataProxy(0);
	return JSON.stringify([functions.getWorkflow().id, executionId, node.name, runIndex]);
}

/** Whether n8n may take an output for a failure. For n8n 2.0, an `error` that is null or false is one, too. */
function isFailure(records: readonly IDataObject[]): boolean {
	return records[0]?.error !== undefined;
}

export class Try {
	private readonly key: string | undefined;
	private readonly outcomes: Outcomes;

	constructor(functions: IExecuteFunctions) {
		this.key = keyOf(functions);
		this.outcomes = failedTries.get(this.key ?? '') ?? new Map<number, ItemOutcome>();
		failedTries.delete(this.key ?? '');
	}

	/** The outcome of an item in an earlier try that is not to be repeated. */
	earlier(itemIndex: number): ItemOutcome | undefined {
		return this.outcomes.get(itemIndex);
	}

	note(itemIndex: number, outcome: ItemOutcome): void {
		if (this.key !== undefined) this.outcomes.set(itemIndex, outcome);
	}

	/** @param output undefined if the node throws */
	end(output?: readonly IDataObject[]): void {
		const { key, outcomes } = this;
		if (key === undefined || (output && !isFailure(output))) return;
		failedTries.set(key, outcomes);
		AbortSignal.timeout(keptMilliseconds).addEventListener('abort', () => {
			if (failedTries.get(key) === outcomes) failedTries.delete(key);
		});
	}
}
