/**
 * How many tokens there are, and what a retry takes of them: as in AWS's standard mode, but for the
 * capacity, as a hundred requests that are refused together should all have their retries.
 */
const tokens = { capacity: 2500, retry: 5, retryAfterTimeout: 10, success: 1 } as const;

/** Leave to send a request again. */
export interface Retry {
	/** Says that the request succeeded, which gives back what it took. A second call does nothing. */
	succeeded(): void;
}

/**
 * A quota of retries for one service and tenant in the process. A retry takes 5 tokens of 2,500 (10
 * after a timeout), a retry that succeeds gives them back, and a request that succeeds at once gives
 * one. So a service that is often busy is asked again as often as it takes, and one that is down is
 * spared after about 500 retries, however many items there are.
 */
export class RetryBudget {
	private left: number = tokens.capacity;

	/** Tokens that are left, of 2,500. */
	get available(): number {
		return this.left;
	}

	/**
	 * Takes what a retry costs.
	 *
	 * @param afterTimeout whether the request before it got no answer in time
	 * @returns the retry, or undefined where the budget is used up: then the request has failed
	 */
	take(afterTimeout = false): Retry | undefined {
		let taken: number = afterTimeout ? tokens.retryAfterTimeout : tokens.retry;
		if (this.left < taken) return undefined;
		this.left -= taken;
		return {
			succeeded: () => {
				this.give(taken);
				taken = 0;
			},
		};
	}

	/** Notes a request that succeeded without a retry. */
	succeeded(): void {
		this.give(tokens.success);
	}

	private give(count: number): void {
		this.left = Math.min(tokens.capacity, this.left + count);
	}
}
