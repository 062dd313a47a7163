/**
 * The way of a request through the limits of a tenant: `acquire` adds it to the queue, and `sendWaiting`
 * sends it when the pause is over, the pace allows it, and the window has a free slot. When it has
 * ended, `release` passes the outcome to all three. Each is a file of its own and knows nothing of the
 * others: `requestWindow.ts` limits how many requests are under way, `pace.ts` how fast they follow each
 * other, and `servicePause.ts` when none are sent.
 *
 * A service rejects requests in groups: those that were under way when it had enough. Such a group
 * counts as one rejection. Requests have numbers in the order they are sent, so the number of the last
 * request at the first rejection shows who belongs to the group.
 */
import { sleep } from 'n8n-workflow';
import { onAbort } from '../wait';
import { Pace, type PacedRequest } from './pace';
import { RequestWindow } from './requestWindow';
import { ServicePause } from './servicePause';
import { ThreadLoad } from './threadLoad';

/**
 * After so long without a request nothing learned is certain any more, in milliseconds: a service that
 * was busy or down has usually recovered, as {@link ServicePause} waits no longer for it.
 */
const maxIdle = 30_000;

/** A shorter time without a request is a pause between two steps of one workflow, in milliseconds. */
const minIdle = 1000;

/** A longer timer would stay behind when the execution is cancelled, in milliseconds. */
const maxTimer = 1000;

/** How a request ended. */
export interface RequestOutcome {
	/**
	 * Rejected is a 429, a 503 or a timeout, and success any other response. What failed otherwise says
	 * nothing about how many requests the service can handle.
	 */
	readonly status: 'success' | 'rejected' | 'failed';
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
	/** Milliseconds. */
	readonly now: () => number;
	/** How long this thread has worked so far, in milliseconds. */
	readonly active: () => number;
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** From 0 to 1. */
	readonly random: () => number;
}

const realTime: TimeSource = {
	now: () => Date.now(),
	active: () => performance.eventLoopUtilization().active,
	sleep,
	random: () => Math.random(),
};

interface Waiting {
	readonly counted: boolean;
	finish(slot?: Slot): void;
}

/** A request that was sent. */
interface SentRequest extends PacedRequest {
	readonly counted: boolean;
	/** How many were under way, with this one. */
	readonly atOnce: number;
	/** Whether they were more than half of those allowed, so the window was in use. */
	readonly usesWindow: boolean;
}

/**
 * How many requests one service and tenant gets at the same time, and how fast.
 *
 * - Window: 6 requests at first, one more with each response, at most 100; above 50, only while
 *   responses don't get slower. Each rejection (429, 503 or timeout) takes one away. After the first,
 *   the window grows by 3 per round trip. It shrinks as fast while n8n's thread is busy.
 * - Pause: Retry-After pauses everything. Without it, a 429 or a second rejection in a row pauses for
 *   1/8 s, doubled each time. Except after a 429, the pause ends when a later request succeeds.
 * - Pace: if most of what follows a 429 is rejected too, requests go at the rate that the service
 *   admitted. It grows, first slowly, then ever faster, and is forgotten when it has doubled.
 * - Outage: after two rejections in a row, one request probes the service until one succeeds. After
 *   5 rejections in half a minute, or when Retry-After is too long, requests that wait are rejected.
 * - Queue: first come, first served. A rejected request goes last, as the first one after a pause is
 *   rejected most often.
 */
export class ConcurrencyLimit {
	/** How many requests are under way. */
	inFlight = 0;
	private readonly queue: Waiting[] = [];
	private lastSent = 0;
	private lastUsed = 0;
	private isTimerSet = false;
	private window = new RequestWindow();
	private pace = new Pace();
	private readonly pause: ServicePause;
	private readonly thread: ThreadLoad;
	/** Numbers of requests: the first one of those rejected together, and the last one. */
	private rejected = { first: 0, last: 0 };
	/** Requests up to this number were sent before the first of them was known to be rejected. */
	private sentBeforeRejection = 0;

	/** @param time clock, timer and chance, by default the real ones */
	constructor(private readonly time: TimeSource = realTime) {
		this.pause = new ServicePause(time.random);
		this.thread = new ThreadLoad(time);
	}

	/** How many requests may be under way. */
	get limit(): number {
		return this.window.limit;
	}

	/** How long the service asks to wait, in milliseconds. */
	get retryAfter(): number {
		return this.pause.remaining(this.time.now());
	}

	/** Whether nothing is under way, waits or is paused. */
	get idle(): boolean {
		return this.inFlight + this.queue.length === 0 && this.time.now() >= this.pause.until;
	}

	/**
	 * Waits until a request may be sent.
	 *
	 * @param counted whether the request counts: if the user set Concurrency, only pauses apply to it
	 * @param signal n8n's cancel signal
	 * @returns the slot, which must be released; undefined if the service is unavailable, or the
	 *   request is cancelled
	 */
	async acquire(counted: boolean, signal?: AbortSignal): Promise<Slot | undefined> {
		if (signal?.aborted) return undefined;
		this.startOverIfIdle();
		const isPaused = this.time.now() < this.pause.until;
		if (isPaused && this.pause.isOutage) return undefined;
		return await new Promise((resolve) => {
			const waiting: Waiting = {
				counted,
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
		while (now >= this.pause.until && (waiting = this.next(now))) {
			waiting.finish(this.slot(waiting.counted, now));
		}
		if (this.queue.length === 0) return;
		const isPaced = this.queue.some(({ counted }) => counted);
		const readyAt = Math.max(this.pause.until, isPaced ? this.pace.readyAt : 0);
		if (readyAt > now) void this.wakeIn(readyAt - now);
	}

	private async wakeIn(milliseconds: number): Promise<void> {
		if (this.isTimerSet) return;
		this.isTimerSet = true;
		await this.time.sleep(Math.min(Math.max(milliseconds, 1), maxTimer));
		this.isTimerSet = false;
		this.sendWaiting();
	}

	private next(now: number): Waiting | undefined {
		if (this.pause.isProbing) {
			return this.lastSent > this.sentBeforeRejection ? undefined : this.queue[0];
		}
		const isFree = this.inFlight < this.limit && this.pace.readyAt <= now;
		return this.queue.find(({ counted }) => isFree || !counted);
	}

	private slot(counted: boolean, now: number): Slot {
		this.lastSent += 1;
		this.lastUsed = now;
		if (counted) this.inFlight += 1;
		const request: SentRequest = {
			number: this.lastSent,
			at: now,
			counted,
			atOnce: this.inFlight,
			usesWindow: counted && this.inFlight * 2 > this.limit,
		};
		this.pace.sent(request);
		return { release: (outcome) => this.release(request, outcome) };
	}

	private release(request: SentRequest, outcome: RequestOutcome): void {
		this.lastUsed = this.time.now();
		if (request.counted) this.inFlight -= 1;
		if (outcome.status === 'success') this.noteSuccess(request);
		else if (outcome.status === 'rejected') this.noteRejection(request, outcome);
		// Else another request probes the service.
		else if (this.pause.isProbing) this.sentBeforeRejection = this.lastSent;
		this.sendWaiting();
	}

	private noteSuccess(request: SentRequest): void {
		const { number } = request;
		if (this.isFollower(number)) this.pace.followed('success');
		if (number > this.rejected.last) {
			this.pause.endUnlessRateLimited();
			if (request.usesWindow) {
				const milliseconds = this.time.now() - request.at;
				this.window.succeeded(milliseconds, request.atOnce, this.thread.isBusy());
			}
		}
		if (number > this.sentBeforeRejection) this.pause.accepted();
	}

	private noteRejection(request: SentRequest, outcome: RequestOutcome): void {
		const { number } = request;
		const { rateLimited = false, retryAfterMs } = outcome;
		const now = this.time.now();
		const isFirst = number > this.sentBeforeRejection;
		if (isFirst) {
			this.rejected = { first: number, last: number };
			this.sentBeforeRejection = this.lastSent;
			if (rateLimited) this.pace.rejectedFirst(request);
		}
		this.rejected.last = Math.max(this.rejected.last, number);
		this.window.rejected();
		this.pause.rejected(now, isFirst, rateLimited, retryAfterMs);
		if (rateLimited) {
			if (this.isFollower(number)) this.pace.followed('rejected');
			this.pace.learn(request.at, this.pause.until);
		}
		if (!this.pause.isOutage) return;
		for (const waiting of [...this.queue]) waiting.finish();
	}

	/** Whether a request was sent after the first rejected one, but before that was known. */
	private isFollower(number: number): boolean {
		return number > this.rejected.first && number <= this.sentBeforeRejection;
	}

	private startOverIfIdle(): void {
		const unused = this.idle ? this.time.now() - this.lastUsed : 0;
		if (unused > minIdle) {
			this.pace.restart();
			this.window.forgetTimes();
		}
		if (unused < maxIdle) return;
		this.window = new RequestWindow();
		this.pace = new Pace();
		this.pause.accepted();
	}
}
