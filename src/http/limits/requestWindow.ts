/**
 * Requests at the same time. Six at first show whether a service takes more and let none wait that
 * reads a handful of items. Up to 50, response times don't count: a service that handles fewer at a
 * time lets the others wait, which costs nothing. 100 are as many as n8n's one thread sends and reads
 * in 100 ms.
 */
export const requestsAtOnce = { initial: 6, patient: 50, maximum: 100 } as const;

/** Twice as many requests that only wait would take twice as long; half of that may be chance. */
const slow = 1.25;

/** A tenth of the largest window in three round trips, so a rejection per round trip costs little. */
const windowSteps = { doubling: 1, cautious: 3 } as const;

/** How many requests may be under way at the same time. */
export class RequestWindow {
	private size: number = requestsAtOnce.initial;
	private hasRejections = false;
	private hasSlowResponses = false;
	/** The average time of responses while few requests are under way, in milliseconds. */
	private usualTime?: number;

	get limit(): number {
		return Math.floor(this.size);
	}

	/** Measures response times anew: the service may have become slower or faster. */
	forgetTimes(): void {
		this.usualTime = undefined;
		this.hasSlowResponses = false;
	}

	/**
	 * A request succeeded while the window was in use.
	 *
	 * @param milliseconds how long it took
	 * @param atOnce how many requests were under way when it was sent
	 */
	succeeded(milliseconds: number, atOnce: number): void {
		if (atOnce <= requestsAtOnce.patient) {
			this.usualTime ??= milliseconds;
			this.usualTime += (milliseconds - this.usualTime) / requestsAtOnce.patient;
		}
		const isLarge = this.size >= requestsAtOnce.patient;
		const isCautious = this.hasRejections || (isLarge && this.hasSlowResponses);
		const step = isCautious ? windowSteps.cautious / this.size : windowSteps.doubling;
		const isSlow = milliseconds > slow * (this.usualTime ?? Infinity);
		if (!isLarge || !isSlow) this.size = Math.min(requestsAtOnce.maximum, this.size + step);
		else this.shrinkTo(this.size - step);
	}

	/** A request was rejected. */
	rejected(): void {
		this.size = Math.max(1, this.size - 1);
		this.hasRejections = true;
	}

	private shrinkTo(size: number): void {
		this.hasSlowResponses ||= size < requestsAtOnce.patient;
		this.size = Math.max(requestsAtOnce.patient, size);
	}
}
