import { sleep } from 'n8n-workflow';
import { onAbort } from '../wait';
import { Pace } from './pace';

/** Requests at the same time: at the start, and at most. */
export const requestsAtOnce = { initial: 4, maximum: 50 } as const;

/** A longer Retry-After is reported instead of waited for, in milliseconds. */
export const maxPause = 120_000;

/** The pause after a rejection without Retry-After, doubled each time, in milliseconds. */
const backoff = { first: 125, longest: 8000 } as const;

/** A service that has only rejected requests, so many times and for so long, is down. */
const down = { rejections: 5, milliseconds: 30_000 } as const;

/** After so long without a request the limit starts over, in milliseconds. */
const maxIdle = 30_000;

/** A shorter time without a request belongs to the work before it, in milliseconds. */
const minIdle = 1000;

/** A longer timer would stay behind when the execution is cancelled, in milliseconds. */
const maxTimer = 1000;

/** How a request ended. */
export type RequestOutcome =
	/** Any response but those below. */
	| { readonly status: 'success' }
	| {
			/** 429, 503 or a timeout. */
			readonly status: 'rejected';
			/** Whether it was a 429. */
			readonly rateLimited?: boolean;
			/** Retry-After, in milliseconds. */
			readonly retryAfterMs?: number;
	  }
	/** Says nothing about how many requests the service can handle. */
	| { readonly status: 'failed' | 'cancelled' };

type RejectedOutcome = Extract<RequestOutcome, { status: 'rejected' }>;

/** Allows one request. */
export interface Slot {
	readonly granted: true;
	/** Frees the slot; of a stream, when its response begins. A second call does nothing. */
	release(outcome: RequestOutcome): void;
}

/** Nothing may be sent. */
export interface Rejection {
	readonly granted: false;
	readonly reason: 'cancelled' | 'unavailable';
	/** How long the service asks to wait, in milliseconds. */
	readonly retryAfterMs: number;
}

export interface SlotRequest {
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
	/** false when the user set Concurrency: then only pauses count. */
	readonly counted?: boolean;
}

/** Clock, timer and chance, which simulations replace. */
export interface TimeSource {
	/** Milliseconds. */
	readonly now: () => number;
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** From 0 to 1. */
	readonly random: () => number;
}

interface Waiting {
	readonly counted: boolean;
	finish(answer: Slot | Rejection): void;
}

/**
 * How many requests one service and tenant gets at the same time, and how fast. Latency is ignored.
 *
 * - Window: 4 requests at first, one more with each response, at most 50. A rejection (429, 503 or
 *   timeout) halves it, once for all requests that were under way. Then it grows by 2 per round trip.
 * - Pause: Retry-After pauses everything. Without it, a 429 or a second rejection in a row pauses for
 *   1/8 s, doubled each time. Except after a 429, the pause ends when a later request succeeds.
 * - Pace: after a 429, requests go at the rate that the service admitted, which then grows, first
 *   slowly, then ever faster.
 * - Outage: after two rejections in a row, one request probes the service until one succeeds. After
 *   5 rejections in half a minute, or when Retry-After is too long, requests that wait are rejected.
 * - Queue: first come, first served. A rejected request goes last, as the first one after a pause is
 *   rejected most often.
 */
export class ConcurrencyLimit {
	private readonly queue: Waiting[] = [];
	private underWay = 0;
	/** The number of the last request. It shows whether a request was sent before a rejection. */
	private lastSent = 0;
	/** Requests up to this number were sent before the last rejection was known. */
	private sentBeforeRejection = 0;
	private lastRejected = 0;
	private window: number = requestsAtOnce.initial;
	private slowStart = true;
	private pace = new Pace();
	/** Rejections since the last success; those of requests under way together count once. */
	private rejections = 0;
	private rejectedSince = 0;
	private pausedUntil = 0;
	/** What the service asked for, which may be later than `pausedUntil`. */
	private retryAt = 0;
	private isRateLimited = false;
	private isDown = false;
	private lastUsed = 0;
	private isTimerSet = false;

	/** @param time clock, timer and chance, by default the real ones */
	constructor(private readonly time: TimeSource = { now: Date.now, sleep, random: Math.random }) {}

	/** How many requests may be under way. */
	get limit(): number {
		return Math.floor(this.window);
	}

	/** How many requests are under way. */
	get inFlight(): number {
		return this.underWay;
	}

	/** How many requests wait. */
	get waiting(): number {
		return this.queue.length;
	}

	/** Whether requests wait for the service, and not only for those under way. */
	get isLimited(): boolean {
		return this.isProbing || Math.max(this.pausedUntil, this.pace.readyAt) > this.time.now();
	}

	/** Whether nothing is under way, waits or is paused. */
	get idle(): boolean {
		return this.underWay + this.queue.length === 0 && this.time.now() >= this.pausedUntil;
	}

	/**
	 * Waits until a request may be sent.
	 *
	 * @returns the slot, which must be released; or why there is none
	 */
	async acquire({ signal, counted = true }: SlotRequest = {}): Promise<Slot | Rejection> {
		if (signal?.aborted) return this.rejection('cancelled');
		this.startOverIfIdle();
		if (this.isDown && this.time.now() < this.pausedUntil) return this.rejection('unavailable');
		return await new Promise((resolve) => {
			const waiting: Waiting = {
				counted,
				finish: (answer) => {
					this.queue.splice(this.queue.indexOf(waiting), 1);
					stopListening?.();
					resolve(answer);
				},
			};
			const stopListening =
				signal && onAbort(signal, () => waiting.finish(this.rejection('cancelled')));
			this.queue.push(waiting);
			this.sendWaiting();
		});
	}

	private get isProbing(): boolean {
		return this.rejections > 1;
	}

	private rejection(reason: Rejection['reason']): Rejection {
		const retryAfterMs = Math.max(0, Math.max(this.pausedUntil, this.retryAt) - this.time.now());
		return { granted: false, reason, retryAfterMs };
	}

	/** Sends what may go now, and looks again when time allows more. */
	private sendWaiting(): void {
		// The clock is read once: between two reads, the wake-up time might pass.
		const now = this.time.now();
		let waiting: Waiting | undefined;
		while (now >= this.pausedUntil && (waiting = this.next(now))) {
			waiting.finish(this.slot(waiting.counted, now));
		}
		const paced = this.queue.some(({ counted }) => counted) ? this.pace.readyAt : now;
		const readyAt = Math.max(this.pausedUntil, paced);
		if (this.queue.length > 0 && readyAt > now) void this.wakeIn(readyAt - now);
	}

	private async wakeIn(milliseconds: number): Promise<void> {
		if (this.isTimerSet) return;
		this.isTimerSet = true;
		await this.time.sleep(Math.min(Math.max(milliseconds, 1), maxTimer));
		this.isTimerSet = false;
		this.sendWaiting();
	}

	private next(now: number): Waiting | undefined {
		if (this.isProbing) {
			return this.lastSent > this.sentBeforeRejection ? undefined : this.queue[0];
		}
		const isFree = this.underWay < this.limit && this.pace.readyAt <= now;
		return this.queue.find(({ counted }) => isFree || !counted);
	}

	private slot(counted: boolean, sentAt: number): Slot {
		const number = (this.lastSent += 1);
		this.lastUsed = sentAt;
		if (counted) this.underWay += 1;
		const paceCount = this.pace.sent(sentAt);
		let isReleased = false;
		return {
			granted: true,
			release: (outcome) => {
				if (isReleased) return;
				isReleased = true;
				this.lastUsed = this.time.now();
				const isUsedUp = counted && this.underWay >= this.limit;
				if (counted) this.underWay -= 1;
				if (outcome.status === 'success') this.succeeded(number, isUsedUp);
				else if (outcome.status === 'rejected') this.rejected(number, outcome, paceCount, sentAt);
				// Else another request probes the service.
				else if (this.isProbing) this.sentBeforeRejection = this.lastSent;
				this.sendWaiting();
			},
		};
	}

	private succeeded(number: number, isUsedUp: boolean): void {
		if (number > this.lastRejected && !this.isRateLimited) this.pausedUntil = 0;
		if (number <= this.sentBeforeRejection) return;
		this.rejections = 0;
		this.isDown = false;
		if (!isUsedUp) return;
		this.window += this.slowStart ? 1 : 2 / this.window;
		this.window = Math.min(this.window, requestsAtOnce.maximum);
	}

	private rejected(
		number: number,
		{ rateLimited = false, retryAfterMs }: RejectedOutcome,
		paceCount: number,
		sentAt: number,
	): void {
		const rejectedAt = this.time.now();
		this.lastRejected = Math.max(this.lastRejected, number);
		const isFirst = number > this.sentBeforeRejection;
		if (isFirst) {
			this.sentBeforeRejection = this.lastSent;
			if (this.rejections === 0) this.rejectedSince = rejectedAt;
			this.rejections += 1;
			this.isRateLimited = false;
			this.retryAt = 0;
			if (!this.isProbing) this.window = Math.max(1, this.window / 2);
			this.slowStart = false;
		}
		const doublings = rateLimited ? this.rejections - 1 : this.rejections - 2;
		const unasked = doublings < 0 ? 0 : Math.min(backoff.first * 2 ** doublings, backoff.longest);
		// Several processes should not come back together.
		const spread = 1 + this.time.random() * (this.isProbing ? 1 : 0.1);
		const pause = Math.max(retryAfterMs ?? 0, isFirst ? unasked : 0);
		this.retryAt = Math.max(this.retryAt, rejectedAt + pause);
		this.pausedUntil = Math.max(this.pausedUntil, rejectedAt + Math.min(pause * spread, maxPause));
		if (rateLimited && !this.isRateLimited) this.pace.rejected(paceCount, sentAt, this.pausedUntil);
		this.isRateLimited ||= rateLimited;
		const failing = rejectedAt - this.rejectedSince;
		this.isDown =
			this.retryAt - rejectedAt > maxPause ||
			(this.rejections >= down.rejections && failing >= down.milliseconds);
		if (!this.isDown) return;
		for (const waiting of [...this.queue]) waiting.finish(this.rejection('unavailable'));
	}

	private startOverIfIdle(): void {
		const unused = this.idle ? this.time.now() - this.lastUsed : 0;
		if (unused > minIdle) this.pace.restart();
		if (unused < maxIdle) return;
		this.window = requestsAtOnce.initial;
		this.slowStart = true;
		this.pace = new Pace();
		this.rejections = 0;
	}
}
