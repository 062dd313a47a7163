/**
 * Requests at the same time. Six at first show whether a service takes more and let none wait that
 * reads a handful of items. Up to 50, response times don't count: a service that handles fewer at a
 * time lets the others wait, which costs nothing. 100 are as many as n8n's one thread sends and reads
 * in 100 ms. While that thread has hardly any idle time, 10 keep it at work, and its editor waits
 * 10 ms.
 */
export const requestsAtOnce = { initial: 6, busy: 10, patient: 50, maximum: 100 } as const;

/** Twice as many requests that only wait would take twice as long; half of that may be chance. */
const slow = 1.25;

/** A tenth of the largest window in three round trips, so a rejection per round trip costs little. */
const windowSteps = { doubling: 1, cautious: 3 } as const;

/** How many requests may be under way at the same time. */
export class RequestWindow {
	private size: number = requestsAtOnce.initial;
	private hasRejections = false;
	/** Whether more requests at the same time only waited, for the service or for n8n's thread. */
	private hasShrunk = false;
	/** The average time of responses while few requests are under way, in milliseconds. */
	private usualTime?: number;

	get limit(): number {
		return Math.floor(this.size);
	}

	/** Measures response times anew: the service may have become slower or faster. */
	forgetTimes(): void {
		this.usualTime = undefined;
		this.hasShrunk = false;
	}

	/**
	 * A request succeeded while the window was in use.
	 *
	 * @param milliseconds how long it took
	 * @param atOnce how many requests were under way when it was sent
	 * @param isThreadBusy whether n8n's thread has hardly any idle time
	 */
	succeeded(milliseconds: number, atOnce: number, isThreadBusy: boolean): void {
		if (atOnce <= requestsAtOnce.patient) {
			this.usualTime ??= milliseconds;
			this.usualTime += (milliseconds - this.usualTime) / requestsAtOnce.patient;
		}
		const isLarge = this.size >= requestsAtOnce.patient;
		if (isThreadBusy) this.shrink(requestsAtOnce.busy);
		else if (isLarge && milliseconds > slow * (this.usualTime ?? Infinity)) {
			this.shrink(requestsAtOnce.patient);
		} else this.size = Math.min(requestsAtOnce.maximum, this.size + this.step);
	}

	/** A request was rejected. */
	rejected(): void {
		this.size = Math.max(1, this.size - 1);
		this.hasRejections = true;
	}

	private get step(): number {
		const isCautious = this.hasRejections || this.hasShrunk;
		return isCautious ? windowSteps.cautious / this.size : windowSteps.doubling;
	}

	private shrink(least: number): void {
		const size = this.size - this.step;
		if (size < least) return;
		this.size = size;
		this.hasShrunk = true;
	}
}
