import { sleep } from 'n8n-workflow';
import { LatencyBaseline } from './latencyBaseline';
import { Pauses, type TimeSource } from './pauses';
import { WaitingLine } from './waitingLine';

/** Requests at the same time: at the start, and at the most. */
export const requestsAtOnce = { initial: 5, maximum: 100 } as const;

/** A round of answers has at least so many. */
const fewestSamples = 10;

/** How much slower than at ease answers may be before the limit gives way. */
const latencyTolerance = 1.5;

/** A service that refuses this often, one pause after another, is down. */
const refusalsOfOneThatIsDown = 10;

/** One that refuses this often has an outage, rather than a limit of its own. */
const refusalsOfAnOutage = 3;

/**
 * The lowest limit after one refusal: a break after each request nine times as long as it took. Each
 * further refusal that follows closely halves it.
 */
const lowest = 0.1;

/** The shortest time that a request is taken to need, in milliseconds. */
const shortestTime = 1;

/** How long what was learned of the quickest answers holds, in milliseconds. */
const epoch = 30_000;

/** After so long without a request the limit starts anew, in milliseconds. */
const longestIdle = 30_000;

/** A time without a request that does not belong to the work before it, in milliseconds. */
const shortestGap = 1000;

/** A wait is cut into pieces, so that a cancelled one leaves no long timer behind. */
const longestSleep = 1000;

/** How a request ended, as far as the limit is concerned. */
export type RequestOutcome =
	| {
			/** The service answered at ease, whatever its answer says. */
			readonly status: 'success';
			/** What its latency can be compared with: operation and status code. */
			readonly kind: string;
	  }
	| {
			/** 429, 503 or no answer in time. */
			readonly status: 'overloaded';
			/** 429, by which a service says that the requests are too many in a time. */
			readonly rateLimited?: boolean;
			/** What Retry-After says, in milliseconds. */
			readonly retryAfterMs?: number;
	  }
	/** Anything else says nothing about how many requests the service bears. */
	| { readonly status: 'failed' | 'cancelled' };

type Overload = Extract<RequestOutcome, { status: 'overloaded' }>;

/** Leave to send one request. */
export interface Permit {
	readonly granted: true;
	/** Gives it back; of a stream, when its response begins. A second call does nothing. */
	release(outcome: RequestOutcome): void;
}

/** No leave: nothing may be sent. */
export interface Refusal {
	readonly granted: false;
	/** `cancelled` by the signal; `held` where the service wants to be left alone for longer. */
	readonly reason: 'cancelled' | 'held';
	/** How long the service wants to be left alone yet, in milliseconds. */
	readonly retryAfterMs: number;
}

/** What a request asks for. */
export interface PermitRequest {
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
	/** false where the user fixed the parallelism: waits for the end of a pause, and for no more. */
	readonly counted?: boolean;
	/** Whether the service has refused it before. */
	readonly again?: boolean;
}

/**
 * How many requests may be under way at one service and tenant at the same time: an adaptive
 * concurrency limit, found by measuring, as TCP finds how much a line takes.
 *
 * - **Slow start**: it begins at 5 and grows by one with each answer, so it doubles with every round
 *   trip, as long as it is used up and answers do not become slower.
 * - **Latency**: where answers take more than half as long again as requests of their kind take at
 *   ease, the service queues them, and the limit shrinks in proportion, though never below 5; else it
 *   grows by its square root with every round of answers, to at most 100. Then one round goes out at
 *   a quarter of the limit twice a minute, to measure the service at ease.
 * - **429, 503, timeout**: the limit halves, once for all requests that were under way together.
 * - **Retry-After** holds back everything until it is over. The limit becomes the number that was at
 *   work on average, the pause included, where that is less than the half. It may be below one: then
 *   requests go one by one with a break after each, at the pace that the service has shown to bear.
 *   From there it grows at most with the square of the seconds, so that a rate limit is met seldom.
 *   A 429 without Retry-After is taken for one of a tenth of a second, and other refusals without it
 *   where they follow each other closely; doubled each time.
 * - **Outage**: refused again after a pause, one request goes first until one succeeds; after several,
 *   the limit doubles back to the half of what it was. After ten in vain the service is down: whoever
 *   has waited for one of them is refused, so that a thousand items need not ask to learn it.
 * - A Retry-After of more than two minutes is not waited for: whoever would have to is refused, and
 *   the service is asked again after two minutes.
 * - Requests go in the order in which they came, but one that was refused goes anywhere among them:
 *   at the end it could be the last of each pause's share, and be refused every time. The limit holds
 *   nothing but those that wait.
 *
 * ```ts
 * const permit = await limit.acquire({ signal, again: attempt > 0 });
 * if (!permit.granted) throw …; // cancelled, or held for permit.retryAfterMs
 * const response = await helpers.httpRequest(…);
 * permit.release({ status: 'success', kind: `${operation} ${response.statusCode}` });
 * ```
 * Each attempt asks for a permit of its own. What is sent again after `overloaded` needs no other
 * pause: `acquire` waits as long as the service wants.
 */
export class ConcurrencyLimit {
	private readonly baseline = new LatencyBaseline();
	/** Those that wait for their turn, and those that wait for the end of a pause only. */
	private readonly queue = new WaitingLine<Permit | Refusal>();
	private readonly uncounted = new WaitingLine<Permit | Refusal>();
	private readonly pauses: Pauses;
	private allowed: number = requestsAtOnce.initial;
	private underWay = 0;
	/** Permits granted so far; a permit's number tells what was sent before and after something. */
	private granted = 0;

	private doubling = true;
	/** Doubling ends here. */
	private threshold: number = requestsAtOnce.maximum;
	/** Since when time bounds the growth beyond the threshold; undefined where it does not. */
	private boundedSince?: number;

	/** Requests up to this number were sent before the last refusal. */
	private refusedUpTo = 0;
	private refusals = 0;
	private refusalsAtSuccess = 0;
	/** Where the limit is below one, the next request waits until then. */
	private pacedUntil = 0;
	/** What the limit was before the service began to refuse. */
	private before: number = requestsAtOnce.initial;
	private waking = false;

	/** Requests up to this number were sent under another limit and tell nothing of this one. */
	private measuredAfter = 0;
	private samples = 0;
	/** So many answers are compared together. */
	private roundSize: number = fewestSamples;
	/** Whether the limit was reached in this round of answers, and in the one before. */
	private reached = false;
	private reachedBefore = false;
	/** The limit to return to from a round at a quarter of it. */
	private afterProbe?: number;
	private epochBegan: number;

	/** Time that answered requests took together since `workBegan`, in milliseconds. */
	private work = 0;
	private workBegan: number;
	private lastUsed: number;

	/** @param time clock, sleep and chance, n8n's by default */
	constructor(private readonly time: TimeSource = { now: Date.now, sleep, random: Math.random }) {
		this.pauses = new Pauses(time);
		const now = time.now();
		this.epochBegan = now;
		this.workBegan = now;
		this.lastUsed = now;
	}

	/** How many requests may be under way now. */
	get limit(): number {
		return Math.max(1, Math.floor(this.allowed));
	}

	/** How many requests are under way. */
	get inFlight(): number {
		return this.underWay;
	}

	/** How many requests wait. */
	get waiting(): number {
		return this.queue.size + this.uncounted.size;
	}

	/** Nothing is under way, waits or is held, so that the limit can be forgotten. */
	get idle(): boolean {
		return this.underWay === 0 && this.waiting === 0 && !this.pauses.isOn;
	}

	/**
	 * Waits for leave to send one request.
	 *
	 * @param request cancel signal, whether the request counts, and whether it was refused before
	 * @returns the permit, which must be released; or why there is none
	 */
	async acquire(request: PermitRequest = {}): Promise<Permit | Refusal> {
		const { signal, counted = true, again = false } = request;
		if (signal?.aborted) return this.refusal('cancelled');
		this.forgetIfIdle();
		if (this.pauses.isTooLong) return this.refusal('held');
		const line = counted ? this.queue : this.uncounted;
		const place = again ? Math.floor(this.time.random() * (line.size + 1)) : line.size;
		const waiting = line.join(this.refusals, () => this.refusal('cancelled'), signal, place);
		this.pass();
		return await waiting;
	}

	private get usedUp(): boolean {
		return this.reached || this.reachedBefore;
	}

	private get refusalsInVain(): number {
		return this.refusals - this.refusalsAtSuccess;
	}

	private get now(): number {
		return this.time.now();
	}

	private refusal(reason: Refusal['reason']): Refusal {
		return { granted: false, reason, retryAfterMs: this.pauses.left };
	}

	private grant(counted: boolean): Permit {
		const number = ++this.granted;
		const sentAt = this.now;
		let released = false;
		if (counted) this.underWay += 1;
		if (this.underWay >= this.limit) this.reached = true;
		this.lastUsed = sentAt;
		return {
			granted: true,
			release: (outcome) => {
				if (released) return;
				released = true;
				if (counted) this.underWay -= 1;
				this.lastUsed = this.now;
				this.pace(sentAt);
				if (outcome.status === 'success') this.succeeded(number, sentAt, outcome.kind, counted);
				if (outcome.status === 'overloaded') this.refused(number, outcome);
				this.pass();
			},
		};
	}

	/** Lets those go whose turn it is, in the order in which they came. */
	private pass(): void {
		// One look at the clock: between two it goes on, and nobody would wake those who wait.
		const { now } = this;
		const held = now < this.pauses.end;
		const paced = now < this.pacedUntil;
		if (!held) {
			for (const waiter of this.uncounted) waiter.settle(this.grant(false));
			for (const waiter of this.queue) {
				if (paced || this.underWay >= this.limit) break;
				waiter.settle(this.grant(true));
			}
		}
		if (this.waiting > 0 && (held || paced)) void this.wake();
	}

	private async wake(): Promise<void> {
		if (this.waking) return;
		this.waking = true;
		for (;;) {
			const held = this.pauses.end;
			const until = this.queue.size > 0 ? Math.max(held, this.pacedUntil) : held;
			if (this.waiting === 0 || this.now >= until) break;
			await this.time.sleep(Math.min(until - this.now, longestSleep));
		}
		this.waking = false;
		this.pass();
	}

	/** A limit below one is a pause after each request, so that requests are under way for that part. */
	private pace(sentAt: number): void {
		const pause = timeTaken(sentAt, this.now) * (1 / this.allowed - 1);
		this.pacedUntil = this.now + Math.min(pause, longestSleep);
	}

	private succeeded(number: number, sentAt: number, kind: string, counted: boolean): void {
		const latency = timeTaken(sentAt, this.now);
		this.work += latency;
		if (number <= this.refusedUpTo) return;
		this.refusalsAtSuccess = this.refusals;
		this.pauses.succeeded();
		if (!counted) return;
		if (this.doubling && this.usedUp) this.growTo(this.allowed + 1);
		if (number <= this.measuredAfter) return;
		this.baseline.record(kind, latency);
		this.samples += 1;
		if (this.samples >= this.roundSize) this.endRound();
	}

	/** Grows no further than the seconds since the last refusal allow. */
	private growTo(wanted: number): void {
		const ceiling =
			this.boundedSince === undefined ? requestsAtOnce.maximum : this.bound(this.boundedSince);
		if (this.doubling && wanted >= this.threshold) this.doubling = false;
		const highest = Math.min(ceiling, requestsAtOnce.maximum);
		this.allowed = Math.max(this.allowed, Math.min(wanted, highest));
	}

	private bound(since: number): number {
		const seconds = Math.max(0, this.now - since) / 1000;
		return this.threshold + Math.min(1, this.threshold) * (seconds + seconds ** 2);
	}

	private endRound(): void {
		const ease = Math.min(1, latencyTolerance * this.baseline.compare());
		if (this.afterProbe !== undefined) {
			this.allowed = this.afterProbe;
			this.afterProbe = undefined;
			this.measureAnew();
		} else if (ease < 1) {
			this.doubling = false;
			const fitting = this.allowed * ease + Math.sqrt(this.allowed);
			this.measureAnew();
			this.allowed = Math.min(this.allowed, Math.max(fitting, requestsAtOnce.initial));
		} else if (!this.doubling && this.usedUp) {
			this.growTo(this.allowed + Math.sqrt(this.allowed));
		}
		this.reachedBefore = this.reached;
		this.reached = false;
		if (this.now - this.epochBegan > epoch) this.beginEpoch();
		this.beginRound();
	}

	private beginRound(): void {
		this.samples = 0;
		this.roundSize = Math.max(this.limit, fewestSamples);
	}

	private measureAnew(): void {
		this.measuredAfter = this.granted;
		this.baseline.skip();
		this.beginRound();
	}

	private beginEpoch(): void {
		this.epochBegan = this.now;
		this.baseline.renew();
		if (this.doubling || this.allowed <= requestsAtOnce.initial) return;
		this.afterProbe = this.allowed;
		this.allowed /= 4;
		this.measureAnew();
	}

	private refused(number: number, { retryAfterMs, rateLimited = false }: Overload): void {
		if (number > this.refusedUpTo) {
			const limited = this.pauses.begin(retryAfterMs, rateLimited, this.refusalsInVain > 0);
			this.shrink(limited);
			this.refusedUpTo = this.granted;
			this.refusals += 1;
			this.afterProbe = undefined;
			this.measureAnew();
			this.work = 0;
		} else if (retryAfterMs !== undefined) {
			this.pauses.extend(retryAfterMs);
		}
		this.workBegan = this.pauses.end;
		if (this.boundedSince !== undefined) this.boundedSince = this.pauses.end;
		this.refuseThoseWaiting();
	}

	/** @param limited whether the service limits the rate, or seems to */
	private shrink(limited: boolean): void {
		const inVain = this.refusalsInVain;
		if (inVain === 0) {
			this.before = this.afterProbe ?? this.allowed;
			const half = Math.max(Math.min(1, this.before), this.before / 2);
			this.threshold = limited && this.work > 0 ? Math.min(half, this.averageAtWork()) : half;
		}
		this.allowed = inVain === 0 ? this.threshold : Math.min(1, this.threshold);
		// What was learned before an outage is not unlearned by asking whether it is over.
		const outage = inVain >= refusalsOfAnOutage;
		if (outage) this.threshold = Math.max(1, this.before / 2);
		this.boundedSince = limited && !outage ? this.pauses.end : undefined;
		this.doubling = this.allowed < this.threshold;
	}

	/** Of the requests since the last refusal, until the next one may be sent. */
	private averageAtWork(): number {
		const least = lowest / 2 ** this.pauses.streak;
		return Math.max(least, this.work / Math.max(1, this.pauses.end - this.workBegan));
	}

	/** Those who wait learn from the request that went first, rather than each by one of its own. */
	private refuseThoseWaiting(): void {
		const down = this.refusalsInVain >= refusalsOfOneThatIsDown;
		for (const waiter of [...this.queue, ...this.uncounted]) {
			if (this.pauses.isTooLong || (down && waiter.since < this.refusals))
				waiter.settle(this.refusal('held'));
		}
	}

	private forgetIfIdle(): void {
		const now = this.now;
		const unused = this.idle ? now - this.lastUsed : 0;
		if (unused > shortestGap) {
			this.work = 0;
			this.workBegan = now;
		}
		if (unused < longestIdle) return;
		this.allowed = requestsAtOnce.initial;
		this.threshold = requestsAtOnce.maximum;
		this.doubling = true;
		this.boundedSince = undefined;
		this.afterProbe = undefined;
		this.refusalsAtSuccess = this.refusals;
		this.pauses.forget();
	}
}

function timeTaken(sentAt: number, now: number): number {
	return Math.max(shortestTime, now - sentAt);
}
