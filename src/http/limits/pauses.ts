/** What a simulation replaces of time. */
export interface TimeSource {
	/** Milliseconds. */
	readonly now: () => number;
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** From 0 to 1. */
	readonly random: () => number;
}

/** The longest time for which one Retry-After holds requests back, in milliseconds. */
export const longestHold = 120_000;

/** Refusals with fewer requests between them that succeed follow each other closely. */
const fewBetween = 5;

/**
 * A pause is longer by up to this part, so that several processes do not come back together; by more
 * where the one before was in vain.
 */
const spread = { usual: 0.1, inVain: 1 } as const;

/** The pauses after refusals that name none, in milliseconds: doubled each time. */
const unnamedPause = { first: 100, longest: 1600 } as const;

/** Until when nothing is sent to a service, because it refused. */
export class Pauses {
	/** How many refusals have followed one another with few successes between them. */
	streak = 0;
	private heldUntil = 0;
	/** What the service asked for beyond the longest hold. */
	private closedUntil = 0;
	private widestSpread: number = spread.usual;
	/** Requests that succeeded since the last refusal. */
	private successes: number = fewBetween;

	constructor(private readonly time: TimeSource) {}

	/** When the last pause ends or ended, in milliseconds of the clock. */
	get end(): number {
		return this.heldUntil;
	}

	get isOn(): boolean {
		return this.time.now() < this.heldUntil;
	}

	/** Whether the service wants to be left alone for longer than anyone waits. */
	get isTooLong(): boolean {
		return this.isOn && this.closedUntil > this.heldUntil;
	}

	/** How long the service wants to be left alone yet, in milliseconds. */
	get left(): number {
		return Math.max(0, Math.max(this.heldUntil, this.closedUntil) - this.time.now());
	}

	/**
	 * Begins a pause, after the first refusal of requests that were under way together.
	 *
	 * @param retryAfterMs what Retry-After says, in milliseconds
	 * @param rateLimited whether the service says that its rate is limited
	 * @param inVain whether the pause before ended in this refusal
	 * @returns whether the service limits its rate, or seems to
	 */
	begin(retryAfterMs: number | undefined, rateLimited: boolean, inVain: boolean): boolean {
		this.closedUntil = 0;
		this.widestSpread = inVain ? spread.inVain : spread.usual;
		this.streak = this.successes < fewBetween ? this.streak + 1 : 0;
		this.successes = 0;
		if (retryAfterMs !== undefined) this.extend(retryAfterMs);
		// A single one that is no 429 says little.
		const doublings = rateLimited ? this.streak : this.streak - 1;
		if (retryAfterMs === undefined && doublings >= 0) {
			const { first, longest } = unnamedPause;
			this.hold(Math.min(first * 2 ** doublings, longest), this.time.now());
		}
		return retryAfterMs !== undefined || doublings >= 0;
	}

	/**
	 * Makes the pause as long as a further refusal wants it.
	 *
	 * @param retryAfterMs what its Retry-After says, in milliseconds
	 */
	extend(retryAfterMs: number): void {
		this.hold(retryAfterMs * (1 + this.time.random() * this.widestSpread), this.time.now());
	}

	/** Notes that a request succeeded that was sent since the last refusal. */
	succeeded(): void {
		this.successes += 1;
	}

	/** Forgets how closely refusals have followed each other. */
	forget(): void {
		this.streak = 0;
		this.successes = fewBetween;
	}

	private hold(milliseconds: number, now: number): void {
		if (milliseconds > longestHold) {
			this.closedUntil = Math.max(this.closedUntil, now + milliseconds);
		}
		this.heldUntil = Math.max(this.heldUntil, now + Math.min(milliseconds, longestHold));
	}
}
