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

/** What came of working on several things. */
export interface Worked<Thing, Result> {
	readonly results: ReadonlyMap<Thing, Result>;
	readonly failures: ReadonlyMap<Thing, unknown>;
	/** Those that there was no time for, in order. */
	readonly left: readonly Thing[];
}

/** So many failures with no success mean that the others would fail too. */
const hopelessFailures = 20;

/**
 * Works on several things at the same time. One that fails does not hold up the others. When the
 * time is short, or all have failed so far, no more of them are begun; one always is.
 *
 * @param things in the order in which they are begun
 * @param concurrency how many are worked on at the same time
 * @param mayBegin whether there is time for one more
 * @param work does one of them
 */
export async function workWithin<Thing, Result>(
	things: readonly Thing[],
	concurrency: number,
	mayBegin: () => boolean,
	work: (thing: Thing) => Promise<Result>,
): Promise<Worked<Thing, Result>> {
	const results = new Map<Thing, Result>();
	const failures = new Map<Thing, unknown>();
	let next = 0;
	const isHopeless = () => failures.size >= hopelessFailures && results.size === 0;
	const worker = async () => {
		while (next < things.length && !isHopeless() && (next === 0 || mayBegin())) {
			const thing = things[next++] as Thing;
			try {
				results.set(thing, await work(thing));
			} catch (failure) {
				failures.set(thing, failure);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, things.length) }, worker));
	return { results, failures, left: things.slice(next) };
}

/**
 * Puts what is likely to fail behind the rest, so that it takes no time from it.
 *
 * @param things in their order
 * @param isLate which ones come last
 */
export function inTurn<Thing>(
	things: readonly Thing[],
	isLate: (thing: Thing) => boolean,
): Thing[] {
	return [...things.filter((thing) => !isLate(thing)), ...things.filter(isLate)];
}
