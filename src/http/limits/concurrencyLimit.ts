/**
 * How many requests one service and tenant gets at the same time, and how fast.
 *
 * - A rejected request (429, 503, refused connection) waits for its Retry-After. No other request waits.
 * - Two rejected requests that were sent one after the other are evidence: everything pauses.
 * - If most requests after the first of them succeed, it was chance, and the pause ends.
 * - Otherwise one request probes the service after the pause. When it succeeds, all continue.
 * - The window starts at 6 and grows with each response, after evidence with each round trip, up to 90.
 *   A rejection or a timeout takes one away.
 * - After about four 429 in pauses, the service counts as limiting the rate, which `pace.ts` measures.
 * - The rate is uncertain until twenty requests have measured it. Until then, each 429 measures it
 *   again, and pauses everything if it follows a pause by fewer than twenty requests. Later, a single
 *   429 only lowers the rate.
 * - After half a minute of rejections, or if Retry-After is too long, waiting requests are refused.
 */
import { longestWait } from '../retries';
import { realTime, TimedQueue, type TimeSource } from '../timedQueue';
import { Pace, type PacedRequest } from './pace';

/** With six, a handful of items need not wait. n8n's one thread sends and reads 90 in 100 ms. */
export const requestsAtOnce = { initial: 6, maximum: 90 } as const;

/**
 * A service that works on two requests at once rejects four of the first window. Fourteen successes
 * between rejections halve their number.
 */
const rateEvidence = { rejections: 4, fading: 0.95 } as const;

/**
 * Without Retry-After, the pause doubles from an eighth of a second, a few times the latency of a
 * service, to 4 seconds, an eighth of the longest outage. All times are in milliseconds.
 */
const unaskedPause = { first: 125, longest: 4000 } as const;

/** Longer than the restart of a service or a gateway takes. */
const maxOutage = 30_000;

/** A pause is longer by up to a tenth, so several processes don't come back together. */
const spread = 0.1;

/** A probe that takes longer is followed by another. A shorter time without requests shows nothing. */
const step = 1000;

/** How a request ended. What failed otherwise shows nothing about the limits of the service. */
export interface RequestOutcome {
	/** Rejected is a 429, a 503 or a refused connection, slow a timeout, success any other response. */
	readonly status: 'success' | 'rejected' | 'slow' | 'failed';
	/** Whether it was a 429. */
	readonly rateLimited?: boolean;
	readonly retryAfterMs?: number;
}

/** Allows one request. It must be released once; for a stream, when its response begins. */
export interface Slot {
	release(outcome: RequestOutcome): void;
}

type Waiting = Readonly<{ counted: boolean; readyAt: number }>;

interface SentRequest extends PacedRequest {
	readonly counted: boolean;
	/** More than half of the window was in use. */
	readonly usesWindow: boolean;
	status?: RequestOutcome['status'];
	/** When the service asked to send it again. */
	retryAt: number;
}

interface Pause {
	/** The first rejected request, and the number of the last one sent before the pause. */
	readonly first: SentRequest;
	last: number;
	readonly since: number;
	until: number;
	/** When the service asked to continue, which may be later. */
	retryAt: number;
	failedProbes: number;
	/** It isn't chance. */
	isCertain: boolean;
}

export class ConcurrencyLimit {
	/** How many requests are under way. */
	inFlight = 0;
	private readonly queue: TimedQueue<Waiting, Slot>;
	/** The last requests by their numbers. */
	private readonly recent = new Map<number, SentRequest>();
	private lastSent = 0;
	private lastUsed = 0;
	private window: number = requestsAtOnce.initial;
	private hasEvidence = false;
	private pause?: Pause;
	private pace = new Pace();
	/** Requests of pauses that were answered with 429, since the rate was measured. */
	private rateRejections = 0;

	/** @param time clock, timer and chance, by default the real ones */
	constructor(private readonly time: TimeSource = realTime) {
		const readyAt = (waiting: Waiting) => this.readyAt(waiting);
		this.queue = new TimedQueue(time, readyAt, ({ counted }, now) => this.slot(counted, now));
	}

	/** How many requests may be under way. */
	get limit(): number {
		return Math.floor(this.window);
	}

	/** How long the service asks to wait. */
	get retryAfter(): number {
		const { until = 0, retryAt = 0 } = this.pause ?? {};
		return Math.max(0, until - this.time.now(), retryAt - this.time.now());
	}

	/**
	 * @param counted whether the request counts: if the user set Concurrency, only pauses apply to it
	 * @param pauseMs how long this request has to wait in any case
	 * @returns undefined if the service is unavailable, or the signal aborts
	 */
	async acquire(counted: boolean, signal?: AbortSignal, pauseMs = 0): Promise<Slot | undefined> {
		if (signal?.aborted) return undefined;
		this.startOverIfIdle();
		const now = this.time.now();
		if (this.isOutage(now) && now < Number(this.pause?.until)) return undefined;
		return await this.queue.add({ counted, readyAt: now + pauseMs }, signal);
	}

	private readyAt({ counted, readyAt }: Waiting): number {
		if (counted && !this.pause && this.inFlight + 1 > this.window) return Infinity;
		return Math.max(readyAt, this.pause?.until ?? 0, counted ? this.pace.readyAt : 0);
	}

	private slot(counted: boolean, now: number): Slot {
		this.lastUsed = now;
		if (counted) this.inFlight += 1;
		const usesWindow = counted && this.inFlight * 2 > this.limit;
		const number = ++this.lastSent;
		const request: SentRequest = { number, at: now, counted, usesWindow, retryAt: 0 };
		this.recent.set(number, request).delete(number - 4 * requestsAtOnce.maximum);
		if (this.pause) {
			// This is a probe. The next one waits for its response.
			this.pause.until = now + step;
			this.pace.restart(this.pause.first.at);
		}
		this.pace.sent(request);
		return { release: (outcome) => this.release(request, outcome) };
	}

	private release(request: SentRequest, outcome: RequestOutcome): void {
		const { pause } = this;
		const { status } = outcome;
		const isProbe = pause !== undefined && request.number > pause.last;
		this.lastUsed = this.time.now();
		request.status = status;
		if (request.counted) this.inFlight -= 1;
		this.resize(request);
		if (status === 'rejected') this.noteRejection(request, outcome, isProbe);
		else if (isProbe && status === 'success') this.pause = undefined;
		else if (status === 'success') this.rateRejections *= rateEvidence.fading;
		else if (isProbe) pause.until = this.lastUsed;
		this.judge();
		this.queue.run();
	}

	private resize({ status, usesWindow }: SentRequest): void {
		if (status === 'rejected' || status === 'slow') this.window = Math.max(1, this.window - 1);
		const growth = status === 'success' && usesWindow ? 1 : 0;
		const larger = this.window + growth / (this.hasEvidence ? this.window : 1);
		this.window = Math.min(larger, requestsAtOnce.maximum);
	}

	private noteRejection(request: SentRequest, outcome: RequestOutcome, isProbe: boolean): void {
		const { retryAfterMs = 0 } = outcome;
		const now = this.lastUsed;
		request.retryAt = now + retryAfterMs;
		const pause = this.pause ?? this.findEvidence(request, outcome);
		if (!pause) return;
		const isNew = pause !== this.pause;
		this.pause = pause;
		if (isProbe) {
			pause.failedProbes += 1;
			Object.assign(pause, { last: this.lastSent, until: 0 });
		}
		const isCounted = outcome.rateLimited && request.number > this.pace.loweredUpTo;
		if (isCounted) this.rateRejections += isNew ? 2 : 1;
		const unasked = Math.min(unaskedPause.first * 2 ** pause.failedProbes, unaskedPause.longest);
		const least = isNew || isProbe ? now + unasked : 0;
		pause.retryAt = Math.max(pause.retryAt, request.retryAt, pause.first.retryAt, least);
		const longer = (pause.retryAt - now) * (1 + spread * this.time.random());
		pause.until = Math.max(pause.until, now + Math.min(longer, longestWait));
	}

	/** A new pause if a rejection shows more than chance. */
	private findEvidence(request: SentRequest, outcome: RequestOutcome): Pause | undefined {
		const near = [-1, 1].map((offset) => this.recent.get(request.number + offset));
		const neighbor = near.find((each) => each?.status === 'rejected');
		const showsRate = outcome.rateLimited && request.number > this.pace.loweredUpTo;
		const { lastSent: last, lastUsed: since } = this;
		if (!neighbor && (!showsRate || this.pace.slowDown(request, last, since))) return undefined;
		const first = neighbor && neighbor.number < request.number ? neighbor : request;
		const times = { since, until: 0, retryAt: 0 };
		return { first, last, ...times, failedProbes: 0, isCertain: !neighbor };
	}

	/** Decides about a pause by what became of the requests after the first one that was rejected. */
	private judge(): void {
		const { pause } = this;
		if (!pause) return;
		const others = [...this.recent.values()].filter(
			({ number }) => number > pause.first.number && number <= pause.last && !pause.isCertain,
		);
		const count = (status?: string) => others.filter((each) => each.status === status).length;
		const open = count(undefined);
		if (count('success') > count('rejected') + open) {
			this.pause = undefined;
			this.rateRejections = 0;
			// The same requests are no evidence again.
			this.recent.clear();
		} else if (count('rejected') >= count('success') + open) this.confirm(pause);
	}

	private confirm(pause: Pause): void {
		pause.isCertain = true;
		this.hasEvidence = true;
		const needed = this.pace.isLimited ? 1 : rateEvidence.rejections;
		if (this.rateRejections >= needed && pause.failedProbes === 0) {
			this.pace.measure(pause.first, this.lastSent, pause.until);
			this.rateRejections = 0;
		}
		if (this.isOutage(this.lastUsed)) this.queue.refuseAll();
	}

	private isOutage(now: number): boolean {
		const { isCertain = false, retryAt = 0, since = 0 } = this.pause ?? {};
		return isCertain && (retryAt - now > longestWait || now - since >= maxOutage);
	}

	/** What was learned is no longer certain after a while: a service has usually recovered. */
	private startOverIfIdle(): void {
		const isIdle = this.inFlight + this.queue.size === 0 && this.retryAfter === 0;
		const unused = isIdle ? this.time.now() - this.lastUsed : 0;
		if (unused > step) this.pace.restart();
		if (unused < maxOutage) return;
		this.window = requestsAtOnce.initial;
		this.hasEvidence = false;
		this.pause = undefined;
		this.pace = new Pace();
	}
}
