import type { IPollFunctions } from 'n8n-workflow';

/** What n8n gives a poll where it does not say, in milliseconds. */
const usualBudget = 300_000;

/** The time that a poll may take. */
export class PollBudget {
	/** Milliseconds in all. */
	readonly milliseconds: number;
	/** Aborted when the time is over. */
	readonly signal: AbortSignal;
	private readonly begunAt = Date.now();

	/** @param functions n8n's context of the poll; older versions of n8n do not tell the time */
	constructor(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
		this.milliseconds = functions.getPollBudgetMs?.() ?? usualBudget;
		this.signal = AbortSignal.timeout(this.milliseconds);
	}

	/**
	 * Whether there is time to begin something more.
	 *
	 * @param share the part of the time after which nothing more is begun, 0 to 1
	 */
	allows(share: number): boolean {
		return Date.now() - this.begunAt < this.milliseconds * share;
	}
}

/**
 * Works on several things at the same time, and begins no more of them when one has failed or the
 * time is short. One is always begun.
 *
 * @param things in the order in which they are begun
 * @param concurrency how many are worked on at the same time
 * @param mayBegin whether there is time for one more
 * @param work does one of them
 * @returns the results of those that were begun, in the same order
 * @throws the first failure, when all that was begun has ended
 */
export async function workWithin<Thing, Result>(
	things: readonly Thing[],
	concurrency: number,
	mayBegin: () => boolean,
	work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures: unknown[] = [];
	let next = 0;
	const worker = async () => {
		while (next < things.length && failures.length === 0 && (next === 0 || mayBegin())) {
			const index = next++;
			try {
				results[index] = await work(things[index] as Thing);
			} catch (failure) {
				failures.push(failure);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, things.length) }, worker));
	if (failures.length > 0) throw failures[0];
	return results;
}
