/**
 * How many requests one service and tenant gets at the same time, and how fast.
 *
 * - A rejected request (429, 503, refused connection) waits for its own Retry-After, and nothing else.
 * - Two rejected requests that were sent one after the other are evidence: everything pauses.
 * - If most requests after them succeed, it was chance, and the pause ends.
 * - Otherwise one request probes the service after the pause. When it succeeds, all continue.
 * - The window starts at 6 and grows with each response, after evidence with each round trip, up to 90.
 *   A rejection or a timeout takes one away.
 * - If four requests were rejected with 429, the service limits the rate, which `pace.ts` measures.
 * - While the rate isn't certain, each 429 pauses and measures it. Later, a single one only lowers it.
 * - After half a minute of rejections, or if Retry-After is too long, waiting requests are refused.
 */
import { sleep } from 'n8n-workflow';
import { onAbort } from '../wait';
import { Pace, type PacedRequest } from './pace';

/**
 * Six at first show whether a service takes more and let none wait that reads a handful of items. 90 are
 * as many as n8n's one thread sends and reads in 100 ms.
 */
export const requestsAtOnce = { initial: 6, maximum: 90 } as const;

/** A longer Retry-After is reported instead of waited for: nobody watches an item for so long. */
const maxPause = 120_000;

/** Whether a Retry-After, in seconds, is too long to wait for. */
export function isTooLong(retryAfterSeconds = 0): boolean {
	return retryAfterSeconds * 1000 > maxPause;
}

/**
 * Without Retry-After, the pause doubles from an eighth of a second, a few times the latency of a
 * service, to 4 seconds, so that an outage of half a minute ends no later than an eighth after it did.
 */
const unaskedPause = { first: 125, longest: 4000 } as const;

/** Longer than the restart of a service or a gateway takes, in milliseconds. */
const maxOutage = 30_000;

/** A pause is longer by up to a tenth, so several processes don't come back together. */
const spread = 0.1;

/** If a probe takes longer, another one is sent, in milliseconds. */
const slowProbe = 1000;

/** After so long without a request, what was learned is no longer certain, in milliseconds. */
const maxIdle = 30_000;

/** A shorter time without a request is a pause between two steps of one workflow, in milliseconds. */
const minIdle = 1000;

/** A longer timer would stay behind when the execution is cancelled, in milliseconds. */
const maxTimer = 1000;

/** With the first two, as many as the initial window leaves at a service that takes two at a time. */
const rejectionsOfRate = 4;

/** How a request ended. */
export interface RequestOutcome {
	/**
	 * Rejected is a 429, a 503 or a refused connection, slow a timeout, and success any other response.
	 * What failed otherwise says nothing about how many requests the service can handle.
	 */
	readonly status: 'success' | 'rejected' | 'slow' | 'failed';
	/** Whether it was a 429. */
	readonly rateLimited?: boolean;
	/** Retry-After, in milliseconds. */
	readonly retryAfterMs?: number;
}

/** Allows one request. */
export interface Slot {
	/** Frees the slot, once; of a stream, when its response begins. */
	release(outcome: RequestOutcome): void;
}

/** Clock, timer and chance, which simulations replace. */
export interface TimeSource {
	/** Milliseconds, of a clock that is never corrected. */
	readonly now: () => number;
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** From 0 to 1. */
	readonly random: () => number;
}

const realTime: TimeSource = { now: () => performance.now(), sleep, random: () => Math.random() };

interface Waiting {
	readonly counted: boolean;
	readonly readyAt: number;
	finish(slot?: Slot): void;
}

/** A request that was sent. */
interface SentRequest extends PacedRequest {
	readonly counted: boolean;
	/** Whether more than half of the window was in use. */
	readonly usesWindow: boolean;
	status?: RequestOutcome['status'];
	/** When the service asked to send it again. */
	retryAt?: number;
}

/** Why and for how long nothing is sent; times in milliseconds. */
interface Pause {
	/** The first rejected request, and the number of the last one that was sent before the pause. */
	readonly first: SentRequest;
	last: number;
	readonly since: number;
	until: number;
	/** When the service asked to continue, which may be later. */
	retryAt: number;
	failedProbes: number;
	isRateLimited: boolean;
	/** Most requests after the first were rejected, too. */
	isCertain: boolean;
	/** The rate was measured. */
	isMeasured: boolean;
}

export class ConcurrencyLimit {
	/** How many requests are under way. */
	inFlight = 0;
	private readonly queue: Waiting[] = [];
	/** The last requests by their numbers, in order. */
	private readonly recent = new Map<number, SentRequest>();
	private lastSent = 0;
	private lastUsed = 0;
	private isTimerSet = false;
	private window: number = requestsAtOnce.initial;
	private hasEvidence = false;
	private pace = new Pace();
	private pause?: Pause;
	/** A single 429 of a request up to this number doesn't lower the rate again. */
	private loweredUpTo = 0;

	/** @param time clock, timer and chance, by default the real ones */
	constructor(private readonly time: TimeSource = realTime) {}

	/** How many requests may be under way. */
	get limit(): number {
		return Math.floor(this.window);
	}

	/** How long the service asks to wait, in milliseconds. */
	get retryAfter(): number {
		const { until = 0, retryAt = 0 } = this.pause ?? {};
		return Math.max(0, Math.max(until, retryAt) - this.time.now());
	}

	/** Whether nothing is under way, waits or is paused. */
	get idle(): boolean {
		return this.inFlight + this.queue.length === 0 && this.retryAfter === 0;
	}

	/**
	 * Waits until a request may be sent.
	 *
	 * @param counted whether the request counts: if the user set Concurrency, only pauses apply to it
	 * @param signal n8n's cancel signal
	 * @param pauseMs how long this request has to wait in any case
	 * @returns the slot, which must be released; undefined if the service is unavailable, or the
	 *   request is cancelled
	 */
	async acquire(counted: boolean, signal?: AbortSignal, pauseMs = 0): Promise<Slot | undefined> {
		if (signal?.aborted) return undefined;
		this.startOverIfIdle();
		if (this.isOutage() && this.time.now() < (this.pause?.until ?? 0)) return undefined;
		return await new Promise((resolve) => {
			const waiting: Waiting = {
				counted,
				readyAt: this.time.now() + pauseMs,
				finish: (slot) => {
					this.queue.splice(this.queue.indexOf(waiting), 1);
					stopListening?.();
					resolve(slot);
				},
			};
			const stopListening = signal && onAbort(signal, () => waiting.finish());
			this.queue.push(waiting);
			this.sendWaiting();
		});
	}

	/** Sends what may go now, and looks again when time allows more. */
	private sendWaiting(): void {
		// The clock is read once: between two reads, the wake-up time might pass.
		const now = this.time.now();
		let waiting: Waiting | undefined;
		while (now >= (this.pause?.until ?? 0) && (waiting = this.next(now))) {
			waiting.finish(this.slot(waiting.counted, now));
		}
		if (this.queue.length === 0) return;
		const times = this.queue.map(({ counted, readyAt }) =>
			Math.max(readyAt, this.pause?.until ?? 0, counted ? this.pace.readyAt : 0),
		);
		const wakeAt = Math.min(...times.filter((at) => at > now));
		if (wakeAt < Infinity) void this.wakeIn(wakeAt - now);
	}

	private async wakeIn(milliseconds: number): Promise<void> {
		if (this.isTimerSet) return;
		this.isTimerSet = true;
		await this.time.sleep(Math.min(Math.max(milliseconds, 1), maxTimer));
		this.isTimerSet = false;
		this.sendWaiting();
	}

	private next(now: number): Waiting | undefined {
		const isFree =
			this.pause !== undefined || (this.inFlight < this.limit && this.pace.readyAt <= now);
		return this.queue.find(({ counted, readyAt }) => readyAt <= now && (isFree || !counted));
	}

	private slot(counted: boolean, now: number): Slot {
		this.lastSent += 1;
		this.lastUsed = now;
		if (counted) this.inFlight += 1;
		const usesWindow = counted && this.inFlight * 2 > this.limit;
		const request: SentRequest = { number: this.lastSent, at: now, counted, usesWindow };
		this.recent.set(request.number, request);
		this.recent.delete(request.number - 4 * requestsAtOnce.maximum);
		this.pace.sent(request);
		// While paused, this is a probe, and the next one waits for its response.
		if (this.pause) this.pause.until = now + slowProbe;
		return { release: (outcome) => this.release(request, outcome) };
	}

	private release(request: SentRequest, outcome: RequestOutcome): void {
		this.lastUsed = this.time.now();
		if (request.counted) this.inFlight -= 1;
		request.status = outcome.status;
		if (outcome.status === 'success') this.noteSuccess(request);
		else if (outcome.status === 'rejected') this.noteRejection(request, outcome);
		else if (outcome.status === 'slow') this.shrink();
		// Another request probes the service.
		else if (this.pause && request.number > this.pause.last) this.pause.until = this.lastUsed;
		this.judge();
		this.sendWaiting();
	}

	private noteSuccess({ number, usesWindow }: SentRequest): void {
		const step = this.hasEvidence ? 1 / this.window : 1;
		if (usesWindow) this.window = Math.min(requestsAtOnce.maximum, this.window + step);
		if (this.pause && number > this.pause.last) this.pause = undefined;
	}

	private noteRejection(request: SentRequest, outcome: RequestOutcome): void {
		const { rateLimited = false, retryAfterMs = 0 } = outcome;
		this.shrink();
		request.retryAt = this.lastUsed + retryAfterMs;
		const isProbe = this.pause !== undefined && request.number > this.pause.last;
		const isNew = this.pause === undefined;
		this.pause ??= this.findEvidence(request, rateLimited);
		const { pause } = this;
		if (!pause) return;
		if (isProbe)
			Object.assign(pause, { last: this.lastSent, until: 0, failedProbes: pause.failedProbes + 1 });
		const unasked = Math.min(unaskedPause.first * 2 ** pause.failedProbes, unaskedPause.longest);
		const asked = Math.max(request.retryAt, pause.first.retryAt ?? 0) - this.lastUsed;
		const duration = Math.max(asked, isNew || isProbe ? unasked : 0);
		pause.retryAt = Math.max(pause.retryAt, this.lastUsed + duration);
		const longer = Math.min(duration * (1 + spread * this.time.random()), maxPause);
		pause.until = Math.max(pause.until, this.lastUsed + longer);
		pause.isRateLimited ||= rateLimited;
		if (this.isOutage()) for (const waiting of [...this.queue]) waiting.finish();
	}

	private findEvidence(request: SentRequest, rateLimited: boolean): Pause | undefined {
		const { number } = request;
		const [before, after] = [number - 1, number + 1].map((each) => this.recent.get(each));
		const isPair = before?.status === 'rejected' || after?.status === 'rejected';
		const showsRate = rateLimited && this.pace.isLimited && number > this.loweredUpTo;
		if (!isPair && !showsRate) return undefined;
		if (!isPair && !this.pace.isMeasuring) {
			this.loweredUpTo = this.lastSent;
			this.pace.lower(this.lastUsed);
			return undefined;
		}
		const first = before?.status === 'rejected' ? before : request;
		return {
			...{ first, last: this.lastSent, since: this.lastUsed, until: 0, retryAt: 0 },
			...{ failedProbes: 0, isRateLimited: false, isCertain: !isPair, isMeasured: false },
		};
	}

	/** Decides about evidence by what became of the requests after the first one that was rejected. */
	private judge(): void {
		const { pause } = this;
		if (!pause || pause.isMeasured) return;
		const counts = { success: 0, rejected: 0, slow: 0, failed: 0, open: 0 };
		for (let number = pause.first.number + 1; number <= pause.last; number++) {
			counts[this.recent.get(number)?.status ?? 'open'] += 1;
		}
		const { success, rejected, open } = counts;
		if (!pause.isCertain && success > rejected + open) {
			this.pause = undefined;
			this.loweredUpTo = pause.last;
			// The evidence was used.
			this.recent.clear();
		} else if (pause.isCertain || rejected >= success + open) {
			pause.isCertain = true;
			this.hasEvidence = true;
			const showsRate = this.pace.isLimited || rejected + 1 >= rejectionsOfRate;
			if (pause.isRateLimited && showsRate) this.measure(pause);
		}
	}

	private measure(pause: Pause): void {
		pause.isMeasured = true;
		this.pace.measure(pause.first, pause.until);
		this.loweredUpTo = this.lastSent;
	}

	private isOutage(): boolean {
		const { isCertain = false, retryAt = 0, since = 0 } = this.pause ?? {};
		return isCertain && (retryAt - this.lastUsed > maxPause || this.lastUsed - since >= maxOutage);
	}

	private shrink(): void {
		this.window = Math.max(1, this.window - 1);
	}

	private startOverIfIdle(): void {
		const unused = this.idle ? this.time.now() - this.lastUsed : 0;
		if (unused > minIdle) this.pace.restart();
		if (unused < maxIdle) return;
		this.window = requestsAtOnce.initial;
		this.hasEvidence = false;
		this.pace = new Pace();
		this.pause = undefined;
	}
}
