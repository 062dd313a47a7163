/** Services and clients in virtual time, to see how limits behave with them. */
import {
	ConcurrencyLimit,
	type RequestOutcome,
	requestsAtOnce,
} from '../../../src/http/limits/concurrencyLimit';
import { pauseBefore } from '../../../src/http/retries';
import { firstSeeds } from '../../randomRuns';
import { SeededRandom } from '../../sandbox/random';
import { RateLimit } from '../../sandbox/rateLimit';
import type { VirtualTime } from '../virtualTime';

/** What a service answers, after the time that it takes. */
export type Answer = RequestOutcome;

/** A service as its clients see it. */
export type Service = () => Promise<Answer>;

/** Chance that is the same each time. */
function seeded(seed = 1): () => number {
	const random = new SeededRandom(seed);
	return () => random.next();
}

/** The default of an execution. */
const maxRetries = 3;

export const success: Answer = { status: 'success' };

/** Chances that each promise is kept with. */
export const seeds = firstSeeds(1);

/** What a request costs n8n's one thread to send, and again to read; milliseconds. */
const cpu = 1;

/** Takes the same time for everything, however much there is. */
export function constantLatency(time: VirtualTime, milliseconds: number): Service {
	return async () => {
		await time.sleep(milliseconds);
		return success;
	};
}

/** A time from the first to the second number of milliseconds. */
type Range = readonly [number, number];

/** Rejects some requests at random, as a service does that others use, too. */
export function unreliable(
	time: VirtualTime,
	seed: number,
	options: {
		readonly share: number;
		readonly rejection: Answer;
		readonly rejects: Range;
		readonly responds?: Range;
	},
): Service {
	const { share, rejection, rejects, responds = [50, 50] } = options;
	const random = seeded(1000 + seed);
	return async () => {
		const isRejected = random() < share;
		const [least, most] = isRejected ? rejects : responds;
		await time.sleep(least + random() * (most - least));
		return isRejected ? rejection : success;
	};
}

/** Rejects what exceeds a number of requests under way, and works on the others. */
export function crowded(time: VirtualTime, most: number, rejection: Answer): Service {
	let inWork = 0;
	return async () => {
		if (inWork >= most) {
			await time.sleep(2);
			return rejection;
		}
		inWork += 1;
		await time.sleep(100);
		inWork -= 1;
		return success;
	};
}

/** Rejects everything between two times, in milliseconds. */
export class Outage {
	/** Requests during the outage. */
	requests = 0;
	/** From its end to the next request, in milliseconds. */
	recovery = Infinity;

	constructor(
		private readonly time: VirtualTime,
		private readonly from: number,
		private readonly to: number,
		private readonly rejection: Answer,
	) {}

	readonly answer: Service = async () => {
		const now = this.time.now();
		const isDown = now >= this.from && now < this.to;
		if (isDown) this.requests += 1;
		else if (now >= this.to) this.recovery = Math.min(this.recovery, now - this.to);
		await this.time.sleep(isDown ? 5 : 100);
		return isDown ? this.rejection : success;
	};
}

/** Refuses the requests that its limit does not admit, and lets a service respond to the others. */
class LimitedService {
	private allowed = 0;
	private refused = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly service: Service,
		private readonly admits: () => boolean,
		private readonly retryAfterMs: () => number | undefined,
	) {}

	/** The part of all requests that it refused. */
	get refusedShare(): number {
		return this.refused / (this.refused + this.allowed);
	}

	readonly answer: Service = async () => {
		if (this.admits()) {
			this.allowed += 1;
			return await this.service();
		}
		this.refused += 1;
		const retryAfterMs = this.retryAfterMs();
		await this.time.sleep(2);
		return { status: 'rejected', rateLimited: true, retryAfterMs };
	};
}

/** Allows so many requests a second, and so many of them at once. */
export function tokenBucket(
	time: VirtualTime,
	perSecond: number,
	burst: number,
	retryAfterMs: number | undefined,
): LimitedService {
	const limit = new RateLimit(perSecond, burst, time.now);
	const admits = () => limit.admits();
	return new LimitedService(time, constantLatency(time, 20), admits, () => retryAfterMs);
}

/** Allows so many requests in each period, and asks to wait until the next one. */
export function quota(time: VirtualTime, count: number, milliseconds: number): LimitedService {
	let period = 0;
	let used = 0;
	const admits = () => {
		const current = Math.floor(time.now() / milliseconds);
		if (current !== period) used = 0;
		period = current;
		used += 1;
		return used <= count;
	};
	const untilNext = () => Math.ceil(((period + 1) * milliseconds - time.now()) / 1000) * 1000;
	return new LimitedService(time, constantLatency(time, 20), admits, untilNext);
}

/** A process that works on items through limits of its own. */
export class Client {
	readonly limit: ConcurrencyLimit;
	requests = 0;
	/** When each item was done. */
	readonly doneAt: number[] = [];
	failed = 0;
	private readonly random: () => number;
	/** When the process has sent and read what it has. */
	private freeAt = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly service: Service,
		seed = 1,
	) {
		const { now, sleep } = time;
		this.random = seeded(seed);
		this.limit = new ConcurrencyLimit({ now, sleep, random: this.random });
	}

	/** Processes so many items and returns the time, in milliseconds. */
	async work(count: number): Promise<number> {
		const began = this.time.now();
		let next = 0;
		const worker = async () => {
			while (next++ < count) await this.item();
		};
		await Promise.all(Array.from({ length: Math.min(count, requestsAtOnce.maximum) }, worker));
		return this.time.now() - began;
	}

	/** Every request needs the one thread for a while, to be sent and to be read. */
	private async useThread(): Promise<void> {
		this.freeAt = Math.max(this.freeAt, this.time.now()) + cpu;
		await this.time.sleep(this.freeAt - this.time.now());
	}

	private async item(): Promise<void> {
		let pause = 0;
		for (let attempt = 0; ; attempt++) {
			const slot = await this.limit.acquire(true, undefined, pause);
			if (!slot) break;
			this.requests += 1;
			await this.useThread();
			const outcome = await this.service();
			await this.useThread();
			slot.release(outcome);
			if (outcome.status === 'success') {
				this.doneAt.push(this.time.now());
				return;
			}
			if (attempt >= (outcome.rateLimited ? 2 * maxRetries : maxRetries)) break;
			const asked = outcome.status === 'rejected' ? outcome.retryAfterMs : undefined;
			const askedSeconds = asked === undefined ? undefined : asked / 1000;
			pause = pauseBefore(askedSeconds, attempt, this.random);
		}
		this.failed += 1;
	}
}
