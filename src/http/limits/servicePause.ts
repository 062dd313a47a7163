/** A longer Retry-After is reported instead of waited for: nobody watches an item for so long. */
const maxPause = 120_000;

/** Whether a Retry-After, in seconds, is too long to wait for. */
export function isTooLong(retryAfterSeconds = 0): boolean {
	return retryAfterSeconds * 1000 > maxPause;
}

/**
 * Without Retry-After, the pause doubles from an eighth of a second, a few times the latency of a
 * service, to 8 seconds, so that an outage of half a minute ends no later than a third after it did.
 */
const usualPause = { first: 125, longest: 8000 } as const;

/** Longer than the restart of a service or a gateway takes. */
const outage = { rejections: 5, milliseconds: 30_000 } as const;

/** The random part of a pause, so that several processes don't come back together. */
const spread = { usual: 0.05, outage: 1 } as const;

/** Why and for how long a service accepts no requests; all times in milliseconds. */
export class ServicePause {
	/** When the next request may go. */
	until = 0;
	/** Whether the pause is too long, or nothing was accepted for too long, for requests to wait. */
	isOutage = false;
	/** When the service asked for it, which may be later. */
	private retryAt = 0;
	/** Rejections since the last success; those of requests that were under way together count once. */
	private inARow = 0;
	private rejectingSince = 0;
	private isRateLimited = false;

	/** @param random from 0 to 1 */
	constructor(private readonly random: () => number) {}

	/** Whether one request shows if the service accepts requests again. */
	get isProbing(): boolean {
		return this.inARow > 1;
	}

	/** How long the service asks to wait. */
	remaining(now: number): number {
		return Math.max(0, Math.max(this.until, this.retryAt) - now);
	}

	/** A request succeeded that was sent later than all rejected ones; a 429 counts for all requests. */
	endUnlessRateLimited(): void {
		if (!this.isRateLimited) this.until = 0;
	}

	/** A request succeeded that was sent after the pause. */
	accepted(): void {
		this.inARow = 0;
		this.isOutage = false;
	}

	/**
	 * A request was rejected.
	 *
	 * @param isFirst of those that were under way together
	 * @param isRateLimited whether the status was 429, where the first pause is as good as asked for
	 */
	rejected(now: number, isFirst: boolean, isRateLimited: boolean, retryAfterMs = 0): void {
		if (isFirst) {
			if (this.inARow === 0) this.rejectingSince = now;
			this.inARow += 1;
			this.isRateLimited = false;
			this.retryAt = 0;
		}
		const unasked = isFirst ? unaskedPause(this.inARow - (isRateLimited ? 1 : 2)) : 0;
		const pause = Math.max(retryAfterMs, unasked);
		const share = this.isProbing ? spread.outage : spread.usual;
		const longer = Math.min(pause * (1 + share * this.random()), maxPause);
		this.retryAt = Math.max(this.retryAt, now + pause);
		this.until = Math.max(this.until, now + longer);
		this.isRateLimited ||= isRateLimited;
		const isLong = now - this.rejectingSince >= outage.milliseconds;
		const isTooLong = this.retryAt - now > maxPause;
		this.isOutage = isTooLong || (isLong && this.inARow >= outage.rejections);
	}
}

function unaskedPause(doublings: number): number {
	return doublings < 0 ? 0 : Math.min(usualPause.first * 2 ** doublings, usualPause.longest);
}
