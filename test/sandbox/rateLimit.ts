/** A token bucket: a request takes a token, and some are added every second. */
export class RateLimit {
	private tokens: number;

	private filledAt = Date.now();

	/**
	 * @param perSecond requests that are allowed in a second in the long run
	 * @param burst requests that are allowed at once after a rest
	 */
	constructor(
		readonly perSecond: number,
		readonly burst = perSecond,
	) {
		this.tokens = burst;
	}

	/** Whether a request may pass; if so it is counted. */
	admits(): boolean {
		const now = Date.now();
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
