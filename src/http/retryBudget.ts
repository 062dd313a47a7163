/**
 * The costs are those of AWS's standard mode. The capacity is larger, so a hundred requests that are
 * rejected together can all be retried.
 */
const retryTokens = { capacity: 2500, retry: 5, retryAfterTimeout: 10, success: 1 } as const;

/**
 * A quota of retries for one service and tenant in the process. A retry takes 5 tokens of 2,500 (10
 * after a timeout) and returns them if it succeeds. A request that succeeds at once returns one. So
 * requests to a busy service are retried, and a service that is down gets about 500 retries at most.
 */
export class RetryBudget {
	private left: number = retryTokens.capacity;

	/** @returns the tokens taken for a retry; undefined if the budget is used up */
	take(afterTimeout = false): number | undefined {
		const tokens = afterTimeout ? retryTokens.retryAfterTimeout : retryTokens.retry;
		if (this.left < tokens) return undefined;
		this.left -= tokens;
		return tokens;
	}

	/** @param tokens those of the retry that succeeded, if it was one */
	succeeded(tokens: number = retryTokens.success): void {
		this.left = Math.min(retryTokens.capacity, this.left + tokens);
	}
}
