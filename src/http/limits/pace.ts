/** Requests that are late by no more than this catch up: timers are late by less. In milliseconds. */
const slack = 100;

/** The rate is lowered by a tenth, and begins a tenth below what was measured. */
const slower = 0.9;

/** So many requests measure a rate to a twentieth, which is less than the step by which it is lowered. */
const measuringRequests = 20;

/** The rate has doubled after 18 s, and by then there is no limit. The first tenth takes 6 s. */
const doubling = 18_000;

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
	/** A 429 of a request up to this number doesn't lower the rate again. */
	loweredUpTo = 0;
	/** Requests per millisecond right after the last 429; Infinity if the service shows no rate. */
	private rate = Infinity;
	private growingSince = 0;
	private measuredRequests = 0;
	/** How often in a row the rate was lowered before it grew by as much. */
	private falls = 0;
	/** The first request since the last pause, and when that pause began. */
	private first?: PacedRequest;
	private pausedAt?: number;

	get isLimited(): boolean {
		return this.rate < Infinity;
	}

	/** Whether enough requests have measured the rate. */
	private get isCertain(): boolean {
		return this.measuredRequests >= measuringRequests;
	}

	/** A request goes now. */
	sent(request: PacedRequest): void {
		const { at } = request;
		if (this.growthAt(at) > 2) this.forget();
		this.first ??= request;
		this.readyAt = Math.max(this.readyAt, at - slack) + 1 / (this.rate * this.growthAt(at));
	}

	/** Counts anew at the same rate. */
	restart(pausedAt?: number): void {
		this.first = undefined;
		this.pausedAt = pausedAt;
	}

	/**
	 * Slows down after a single 429, without a pause.
	 *
	 * @returns false if the rate isn't certain, and too few requests went since the last pause to measure it
	 */
	slowDown(request: PacedRequest, lastSent: number, now: number): boolean {
		if (!this.isLimited || this.isCertain) this.lower(now, lastSent);
		else if (this.countUpTo(request) < measuringRequests) return false;
		else {
			this.measure(request, lastSent, now);
			this.restart(request.at);
		}
		return true;
	}

	/**
	 * Sets the rate to what the service admitted until a request was answered with 429.
	 *
	 * @param lastSent the number of the last request so far
	 * @param pausedUntil the end of the pause that follows, in milliseconds of the clock
	 */
	measure(request: PacedRequest, lastSent: number, pausedUntil: number): void {
		const { at } = request;
		const count = Math.max(1, this.countUpTo(request));
		const sending = Math.max(1, at - (this.first?.at ?? at));
		const pause = this.pausedAt === undefined ? pausedUntil - at : at - this.pausedAt - sending;
		const { isCertain } = this;
		if (this.isLimited) this.measuredRequests += count;
		// Some requests were saved up in the pause, and perhaps not all. So it is the geometric mean.
		const measured = count / Math.sqrt(sending * (sending + Math.max(0, pause)));
		this.lower(at, lastSent, isCertain ? Infinity : measured, pausedUntil);
	}

	/** Lowers the rate, if there is one, to a tenth less, or to a tenth less than was measured. */
	lower(now: number, lastSent: number, measured = Infinity, from = now): void {
		if (!this.isLimited && measured === Infinity) return;
		this.loweredUpTo = lastSent;
		const hasGrown = this.growthAt(now) > 1 / slower;
		this.falls = this.isLimited && !hasGrown ? this.falls + 1 : 0;
		this.rate = slower * Math.min(this.rate * this.growthAt(now), measured);
		this.growingSince = from;
		this.readyAt = Math.max(from, this.readyAt);
		if (this.falls >= maxFalls) this.forget();
	}

	/** How many requests went since the last pause. */
	private countUpTo({ number }: PacedRequest): number {
		return number - (this.first?.number ?? number);
	}

	private forget(): void {
		this.rate = Infinity;
		this.falls = 0;
		this.measuredRequests = 0;
		this.readyAt = 0;
	}

	private growthAt(now: number): number {
		return this.isLimited ? 1 + (Math.max(0, now - this.growingSince) / doubling) ** 2 : 1;
	}
}
