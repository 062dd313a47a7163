/**
 * Requests that are late by no more than this catch up, in milliseconds. Timers are late by less, and
 * a service admits a tenth of a second's worth at once.
 */
const slack = 100;

/**
 * Requests within this time, in milliseconds, count as sent at once: n8n's one thread needs it for a
 * dozen, so a shorter time shows no rate.
 */
const minSending = 25;

/** Two 429 in a row may be chance, if one in twenty is; five that follow each other are not. */
const evidence = { rejected: 2, success: -1, needed: 8 } as const;

/** Between the measured rate and a tenth less, where the next 429 comes neither at once nor late. */
const caution = 0.93;

/** A tenth less than the rate at which a request was rejected, if ten requests measured it. */
const slower = { share: 0.9, measuredRequests: 10 } as const;

/**
 * The rate grows by 3 % in 5 seconds and is twice as high after 11, so the 429 that shows the limit
 * again costs a tenth of the time at most. At a low rate it takes as long as 40 requests.
 */
const growth = {
	power: 4,
	milliseconds: 12_000,
	requests: 40,
	noticeable: 1.03,
	enough: 2,
} as const;

/** A rate that has fallen to a third (0.9 to the power of ten) before it grew is not what limits. */
const maxFalls = 10;

export interface PacedRequest {
	/** Requests are numbered in the order they are sent. */
	readonly number: number;
	/** When it was sent, in milliseconds of the clock. */
	readonly at: number;
}

/** What was sent from one 429 to the next. */
interface Sample {
	readonly count: number;
	/** From the first request to the last, in milliseconds. */
	readonly sending: number;
	/** From 429 to 429, with the pause between them; unknown for the first. */
	readonly total?: number;
}

/** A token bucket that learns its rate from what the service admits between one 429 and the next. */
export class Pace {
	/** When the next request may go, in milliseconds of the clock. */
	readyAt = 0;
	/** Requests per millisecond right after the last 429; Infinity if the service shows no rate. */
	private rate = Infinity;
	private growingSince = 0;
	/** How sure it is that a rate is the reason for the 429. */
	private points = 0;
	private sample?: Sample;
	private measuredRequests = 0;
	/** How often in a row the rate was lowered before it grew. */
	private falls = 0;
	/** The first request since the last 429. */
	private first?: PacedRequest;
	private rejectedAt?: number;

	/** A request goes now. */
	sent(request: PacedRequest): void {
		const { at } = request;
		if (this.growthAt(at) > growth.enough) this.forget();
		this.first ??= request;
		this.readyAt = Math.max(this.readyAt, at - slack) + 1 / this.rateAt(at);
	}

	/** Counts anew at the same rate. */
	restart(): void {
		this.first = undefined;
		this.rejectedAt = undefined;
	}

	/** The first of the requests that were under way together was answered with 429. */
	rejectedFirst(request: PacedRequest): void {
		const { number, at } = request;
		const { first = request, rejectedAt } = this;
		const sending = Math.max(minSending, at - first.at);
		const total = rejectedAt === undefined ? undefined : Math.max(sending, at - rejectedAt);
		this.sample = { count: Math.max(1, number - first.number), sending, total };
		this.restart();
		this.rejectedAt = at;
	}

	/** What became of a request that was sent after one that was rejected, before that was known. */
	followed(outcome: 'rejected' | 'success'): void {
		this.points = Math.max(0, this.points + evidence[outcome]);
	}

	/**
	 * Sets the rate to what the sample shows, if the 429 come from a rate.
	 *
	 * @param sentAt when the rejected request was sent, in milliseconds of the clock
	 * @param pausedUntil the end of the pause that follows
	 */
	learn(sentAt: number, pausedUntil: number): void {
		const { sample } = this;
		const isLimited = this.rate < Infinity;
		if (!sample || (!isLimited && this.points < evidence.needed)) return;
		this.sample = undefined;
		const lower = slower.share * this.rateAt(sentAt);
		const isMeasured = this.measuredRequests >= slower.measuredRequests;
		this.falls = isLimited && this.growthAt(sentAt) < growth.noticeable ? this.falls + 1 : 0;
		this.rate = isMeasured ? lower : Math.min(lower, measure(sample, pausedUntil - sentAt));
		if (isLimited) this.measuredRequests += sample.count;
		this.growingSince = this.readyAt = pausedUntil;
		if (this.falls >= maxFalls) this.forget();
	}

	private forget(): void {
		this.rate = Infinity;
		this.points = 0;
		this.falls = 0;
		this.measuredRequests = 0;
	}

	private rateAt(now: number): number {
		return this.rate * this.growthAt(now);
	}

	private growthAt(now: number): number {
		const age = Math.max(0, now - this.growingSince);
		const duration = Math.max(growth.milliseconds, growth.requests / this.rate);
		return this.rate < Infinity ? Math.exp((age / duration) ** growth.power) : 1;
	}
}

/**
 * Requests per time of sending are too many, as some were saved up in the pause. Requests per time
 * with the pause may be too few, as not all can be saved up. So it is their geometric mean.
 */
function measure({ count, sending, total }: Sample, pause: number): number {
	return (caution * count) / Math.sqrt(sending * (total ?? sending + pause));
}
