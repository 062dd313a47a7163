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

/** The rate is lowered by a tenth, and begins half as much below what was measured. */
const slower = 0.9;
const caution = 0.95;

/** So many requests measure a rate to a twentieth: one request more or less is not a tenth of it. */
const measuringRequests = 20;

/** The rate is twice as high after 11 s, and after 3 % in 5 s. At a low rate it takes 40 requests. */
const growth = {
	power: 4,
	milliseconds: 12_000,
	requests: 40,
	noticeable: 1.03,
	enough: 2,
} as const;

/** A rate that has fallen to half (0.9 to the power of six) before it grew is not what limits. */
const maxFalls = 6;

export interface PacedRequest {
	/** Requests are numbered in the order they are sent. */
	readonly number: number;
	/** When it was sent, in milliseconds of the clock. */
	readonly at: number;
}

/** A token bucket that learns its rate from what the service admits between one 429 and the next. */
export class Pace {
	/** When the next request may go, in milliseconds of the clock. */
	readyAt = 0;
	/** Requests per millisecond right after the last 429; Infinity if the service shows no rate. */
	private rate = Infinity;
	private growingSince = 0;
	private measuredRequests = 0;
	/** How often in a row the rate was lowered before it grew. */
	private falls = 0;
	/** The first request since the last pause. */
	private first?: PacedRequest;
	private rejectedAt?: number;

	get isLimited(): boolean {
		return this.rate < Infinity;
	}

	/** Whether the rate isn't certain yet, so each 429 measures it. */
	get isMeasuring(): boolean {
		return this.isLimited && this.measuredRequests < measuringRequests;
	}

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

	/**
	 * Sets the rate to what the service admitted until a request was answered with 429.
	 *
	 * @param pausedUntil the end of the pause that follows, in milliseconds of the clock
	 */
	measure(rejected: PacedRequest, pausedUntil: number): void {
		const { at, number } = rejected;
		const { first = rejected, rejectedAt } = this;
		const count = Math.max(1, number - first.number);
		const sending = Math.max(minSending, at - first.at);
		const total = rejectedAt === undefined ? sending + (pausedUntil - at) : at - rejectedAt;
		// Some requests were saved up in the pause, and perhaps not all. So it is the geometric mean.
		const measured = (caution * count) / Math.sqrt(sending * Math.max(sending, total));
		const isCertain = this.measuredRequests >= measuringRequests;
		if (this.isLimited) this.measuredRequests += count;
		this.lower(at, isCertain ? Infinity : measured, pausedUntil);
		this.restart();
		this.rejectedAt = at;
	}

	/** Lowers the rate by a tenth, or to a rate if that is less. */
	lower(now: number, measured = Infinity, from = now): void {
		this.falls = this.isLimited && this.growthAt(now) < growth.noticeable ? this.falls + 1 : 0;
		this.rate = Math.min(slower * this.rateAt(now), measured);
		this.growingSince = from;
		this.readyAt = Math.max(from, this.readyAt);
		if (this.falls >= maxFalls) this.forget();
	}

	private forget(): void {
		this.rate = Infinity;
		this.falls = 0;
		this.measuredRequests = 0;
		this.readyAt = 0;
	}

	private rateAt(now: number): number {
		return this.rate * this.growthAt(now);
	}

	private growthAt(now: number): number {
		const age = Math.max(0, now - this.growingSince);
		const duration = Math.max(growth.milliseconds, growth.requests / this.rate);
		return this.isLimited ? Math.exp((age / duration) ** growth.power) : 1;
	}
}
