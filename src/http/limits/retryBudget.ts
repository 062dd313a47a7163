/**
 * The costs are those of AWS's standard mode. The capacity is larger, so a hundred requests that are
 * rejected together can all be retried.
 */
const retryTokens = { capacity: 2500, retry: 5, retryAfterTimeout: 10, success: 1 } as const;

/** A retry that the budget allows. */
export interface Retry {
	/** Returns the tokens of a retry that succeeded. A second call does nothing. */
	succeeded(): void;
}

/**
 * A quota of retries for one service and tenant in the process. A retry takes 5 tokens of 2,500 (10
 * after a timeout) and returns them if it succeeds. A request that succeeds at once returns one. So
 * requests to a busy service are retried, and a service that is down gets about 500 retries at most.
 */
export class RetryBudget {
	private left: number = retryTokens.capacity;

	/** @returns undefined if the budget is used up */
	take(afterTimeout = false): Retry | undefined {
		let taken: number = afterTimeout ? retryTokens.retryAfterTimeout : retryTokens.retry;
		if (this.left < taken) return undefined;
		this.left -= taken;
		return {
			succeeded: () => {
				this.restore(taken);
				taken = 0;
			},
		};
	}

	/** A request succeeded without a retry. */
	succeeded(): void {
		this.restore(retryTokens.success);
	}

	private restore(count: number): void {
		this.left = Math.min(retryTokens.capacity, this.left + count);
	}
}
