/** The work of a poll: within the time that n8n allows, and what is logged or thrown if it fails. */
import type { IPollFunctions } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import type { ServiceClient } from '../http/client';

/** In milliseconds, for an n8n without `getPollBudgetMs`. */
const defaultBudget = 300_000;

/** The time that a poll may take. */
export class PollBudget {
	readonly milliseconds: number;
	/** Aborted when the time is over. */
	readonly signal: AbortSignal;
	private readonly startedAt = performance.now();

	constructor(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
		this.milliseconds = functions.getPollBudgetMs?.() ?? defaultBudget;
		this.signal = AbortSignal.timeout(this.milliseconds);
	}

	/** Whether less than a share of the time, 0 to 1, has passed. */
	allows(share: number): boolean {
		return performance.now() - this.startedAt < this.milliseconds * share;
	}
}

/** What one poll works with. */
export interface Poll<Settings = unknown> {
	/** What the user chose in the form of the trigger. */
	readonly settings: Settings;
	/** Whether the first poll emits what exists already. */
	readonly includesExisting: boolean;
	/** Requests at the same time. */
	readonly concurrency: number;
	readonly service: ServiceClient;
	readonly budget: PollBudget;
	/** A fingerprint of what is watched: Base URL, tenant and kind of record. */
	readonly source: string;
	/** A random ID of the state. If n8n loses the state, its counts start again under another ID. */
	readonly memory: string;
	/** What the credential calls the IDs. With other names, all records would be new. */
	readonly idNames: string;
	/** The subjects that failed in the last poll. They run last, so they take no time from the others. */
	readonly failing: ReadonlySet<string>;
}

export interface WorkResult<Task, Result> {
	readonly results: ReadonlyMap<Task, Result>;
	readonly failures: readonly PollFailure[];
	/** Tasks that were not started, in order. */
	readonly left: readonly Task[];
}

/** After so many failures and no success, the other tasks would fail, too. */
const maxFailures = 20;

/**
 * Works on several tasks at the same time. One that fails does not stop the others.
 *
 * @param share of the time of the poll, 0 to 1, after which no task starts but the first
 * @param describe what the failure of a task is about, and what the next poll does again
 */
export async function workWithin<Task, Result>(
	{ concurrency, budget, failing }: Pick<Poll, 'concurrency' | 'budget' | 'failing'>,
	share: number,
	tasks: readonly Task[],
	describe: (task: Task) => { subject: string; retry: string },
	work: (task: Task) => Promise<Result>,
): Promise<WorkResult<Task, Result>> {
	const results = new Map<Task, Result>();
	const failures: PollFailure[] = [];
	const isLate = (task: Task) => failing.has(describe(task).subject);
	const sorted = [...tasks.filter((task) => !isLate(task)), ...tasks.filter(isLate)];
	let next = 0;
	const isHopeless = () => failures.length >= maxFailures && results.size === 0;
	const worker = async () => {
		while (next < sorted.length && !isHopeless() && (next === 0 || budget.allows(share))) {
			const task = sorted[next++] as Task;
			try {
				results.set(task, await work(task));
			} catch (error) {
				const { subject, retry } = describe(task);
				const reason = error instanceof Error ? error.message : String(error);
				failures.push({ subject, message: `The next poll ${retry}: ${reason}`, error });
			}
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return { results, failures, left: sorted.slice(next) };
}

/** Something that a poll could not do. */
export interface PollFailure {
	/** What failed, for example a record's ID. It is reported once. */
	readonly subject: string;
	readonly message: string;
	/** Thrown if the poll has nothing to emit. */
	readonly error?: unknown;
}

/** Logs failures that are new, or throws one if the poll has nothing to emit. */
export function reportFailures(
	functions: IPollFunctions,
	failures: readonly PollFailure[],
	mayThrow: boolean,
): void {
	const thrown = mayThrow ? failures.find(({ error }) => error !== undefined) : undefined;
	for (const { message } of failures.filter((failure) => failure !== thrown)) {
		functions.logger.warn(message, {
			workflowId: functions.getWorkflow().id,
			nodeName: functions.getNode().name,
		});
	}
	if (thrown) throw thrown.error;
}

/** When the time that n8n allows for a poll is over before the service has responded. */
export function pollTimeout(milliseconds: number): ServiceError {
	return new ServiceError({
		message: `The service did not respond within the ${Math.round(milliseconds / 1000)} s that n8n allows for a poll`,
		description:
			"No event is lost: the next poll catches up. If this happens again, lower 'Timeout'.",
		errorCode: 'timeout',
	});
}
