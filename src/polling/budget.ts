import type { IPollFunctions } from 'n8n-workflow';

/** In milliseconds, for an n8n without `getPollBudgetMs`. */
const defaultBudget = 300_000;

/** The time that a poll may take. */
export class PollBudget {
	readonly milliseconds: number;
	/** Aborted when the time is over. */
	readonly signal: AbortSignal;
	private readonly startedAt = Date.now();

	constructor(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
		this.milliseconds = functions.getPollBudgetMs?.() ?? defaultBudget;
		this.signal = AbortSignal.timeout(this.milliseconds);
	}

	/** Whether less than a share of the time, 0 to 1, has passed. */
	allows(share: number): boolean {
		return Date.now() - this.startedAt < this.milliseconds * share;
	}
}

export interface WorkResult<Task, Result> {
	readonly results: ReadonlyMap<Task, Result>;
	readonly failures: ReadonlyMap<Task, unknown>;
	/** Tasks that were not started, in order. */
	readonly left: readonly Task[];
}

/** After so many failures and no success, the other tasks would fail, too. */
const maxFailures = 20;

/**
 * Works on several tasks at the same time. One that fails does not stop the others.
 *
 * @param mayStart whether there is time for one more; the first task always starts
 */
export async function workWithin<Task, Result>(
	tasks: readonly Task[],
	concurrency: number,
	mayStart: () => boolean,
	work: (task: Task) => Promise<Result>,
): Promise<WorkResult<Task, Result>> {
	const results = new Map<Task, Result>();
	const failures = new Map<Task, unknown>();
	let next = 0;
	const isHopeless = () => failures.size >= maxFailures && results.size === 0;
	const worker = async () => {
		while (next < tasks.length && !isHopeless() && (next === 0 || mayStart())) {
			const task = tasks[next++] as Task;
			try {
				results.set(task, await work(task));
			} catch (failure) {
				failures.set(task, failure);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, worker));
	return { results, failures, left: tasks.slice(next) };
}

/** Moves tasks that are likely to fail to the end, so they take no time from the others. */
export function moveToEnd<Task>(tasks: readonly Task[], isLate: (task: Task) => boolean): Task[] {
	return [...tasks.filter((task) => !isLate(task)), ...tasks.filter(isLate)];
}
