/** A token bucket: a request takes a token, and some are added every second. */
export class RateLimit {
	private tokens: number;

	private filledAt: number;

	/**
	 * @param perSecond requests that are allowed in a second in the long run
	 * @param burst requests that are allowed at once after a rest
	 * @param now the clock, in milliseconds
	 */
	constructor(
		private readonly perSecond: number,
		private readonly burst: number,
		private readonly now: () => number = Date.now,
	) {
		this.tokens = burst;
		this.filledAt = now();
	}

	/** Whether a request may pass; if so it is counted. */
	admits(): boolean {
		const now = this.now();
		const refilled = this.tokens + ((now - this.filledAt) / 1000) * this.perSecond;
		this.tokens = Math.min(this.burst, refilled);
		this.filledAt = now;
		if (this.tokens < 1) return false;
		this.tokens -= 1;
		return true;
	}

	/** Whole seconds until a request is allowed again, for Retry-After. */
	get retryAfter(): number {
		return Math.max(1, Math.ceil((1 - this.tokens) / this.perSecond));
	}
}
