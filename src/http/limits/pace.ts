/** Requests that are late by no more than this catch up, in milliseconds. */
const slack = 100;

/** Grows by 3 % in 5 seconds, by 60 % in 10, and tenfold in 15; slower below 3 requests a second. */
const growth = { power: 4, milliseconds: 12_000, requests: 40 } as const;

/** A few parallel requests show no rate, so they count as sent in this time. */
const few = { requests: 20, milliseconds: 125 } as const;

/** So that the measured rate is not rejected again at once. */
const caution = 0.93;

/** The rate at which a request was rejected was too high: a new one, or one that is about right. */
const backoff = { uncertain: 0.85, known: 0.9 } as const;

/** After so many requests, a measured rate is about right. */
const minMeasured = 5;

/** A token bucket that learns its rate from what the service admits between two rejections. */
export class Pace {
	/** Requests per millisecond right after the last rejection; unlimited before the first. */
	private rate = Infinity;
	private growingSince = 0;
	private nextAt = 0;
	private sentCount = 0;
	private sendingSince?: number;
	/** Requests between the first rejection and the last. */
	private measuredCount = 0;

	/** When the next request may go, in milliseconds of the clock. */
	get readyAt(): number {
		return this.nextAt;
	}

	/**
	 * Notes a request that goes now.
	 *
	 * @param now milliseconds of the clock
	 * @returns how many went since counting began
	 */
	sent(now: number): number {
		this.sendingSince ??= now;
		this.nextAt = Math.max(this.nextAt, now - slack) + 1 / this.rateAt(now);
		return (this.sentCount += 1);
	}

	private rateAt(now: number): number {
		const age = Math.max(0, now - this.growingSince);
		const duration = Math.max(growth.milliseconds, growth.requests / this.rate);
		return this.rate * Math.exp((age / duration) ** growth.power);
	}

	/** Counts anew at the same rate. */
	restart(): void {
		this.sentCount = 0;
		this.sendingSince = undefined;
	}

	/**
	 * Sets the rate. A burst makes requests per time of sending too many, and with the pause they may
	 * be too few, so it is their geometric mean. A rate that is about right is not measured again:
	 * where several processes share a service, one may be rejected after its first request.
	 *
	 * @param count what `sent` returned for the rejected request
	 * @param sentAt in milliseconds of the clock, as is the end of the pause that follows
	 */
	rejected(count: number, sentAt: number, pausedUntil: number): void {
		const before = this.rateAt(sentAt);
		const least = count < few.requests ? few.milliseconds : 1;
		const sending = Math.max(least, sentAt - (this.sendingSince ?? sentAt));
		const withPause = sending + Math.max(0, pausedUntil - sentAt);
		const measured = (caution * Math.max(1, count - 1)) / Math.sqrt(sending * withPause);
		const isKnown = this.measuredCount >= minMeasured;
		this.rate = isKnown ? backoff.known * before : Math.min(measured, backoff.uncertain * before);
		if (before < Infinity) this.measuredCount += count - 1;
		this.growingSince = this.nextAt = pausedUntil;
		this.restart();
	}
}
