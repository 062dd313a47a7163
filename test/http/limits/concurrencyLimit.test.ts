import fc from 'fast-check';
import {
	ConcurrencyLimit,
	type RequestOutcome,
	type Slot,
} from '../../../src/http/limits/concurrencyLimit';
import type { TimeSource } from '../../../src/http/timedQueue';
import { requestsAtOnce } from '../../../src/http/limits/concurrencyLimit';
import { VirtualTime } from '../virtualTime';
import { Client, constantLatency, pool, success } from './simulation';
import { randomRuns } from '../../randomRuns';

let time: VirtualTime;

beforeEach(() => (time = new VirtualTime()));

const newLimit = (other: Partial<TimeSource> = {}) =>
	new ConcurrencyLimit({
		now: time.now,
		sleep: time.sleep,
		random: () => 0,
		...other,
	});

async function granted(limit: ConcurrencyLimit): Promise<Slot> {
	const slot = await limit.acquire(true);
	if (!slot) throw new Error('rejected');
	return slot;
}

async function takeAll(limit: ConcurrencyLimit): Promise<Slot[]> {
	const slots: Slot[] = [];
	while (limit.inFlight < limit.limit) slots.push(await granted(limit));
	return slots;
}

/** Everything that may be sent is sent, and answered after 100 ms. */
async function round(limit: ConcurrencyLimit, outcome: RequestOutcome = success): Promise<number> {
	const slots = [await time.until(granted(limit)), ...(await takeAll(limit))];
	await time.until(time.sleep(100));
	for (const slot of slots) slot.release(outcome);
	return slots.length;
}

describe('the window', () => {
	test('doubles with every round trip up to the maximum', async () => {
		const client = new Client(time, constantLatency(time, 100));
		// 6, 12, 24, 48, and 96 requests at the same time, then 100: seven round trips, or one more.
		expect(await time.until(client.work(6 + 12 + 24 + 48 + 96 + 200))).toBeLessThanOrEqual(800);
		expect(client.peak).toBe(requestsAtOnce.maximum);
	});

	test('does not grow while requests go one by one', async () => {
		const limit = newLimit();
		for (let index = 0; index < 200; index++) (await granted(limit)).release(success);
		expect(limit.limit).toBe(requestsAtOnce.initial);
	});

	test('shrinks by one for each rejection', async () => {
		const limit = newLimit();
		for (let index = 0; index < 3; index++) await round(limit);
		const before = limit.limit;
		const slots = await takeAll(limit);
		for (const slot of slots.slice(0, 10)) slot.release({ status: 'rejected' });
		for (const slot of slots.slice(10)) slot.release({ status: 'failed' });
		expect(limit.limit).toBe(before - 10);
	});

	test('stays near 50 while responses get slower with more requests', async () => {
		const client = new Client(time, pool(time, 20, 100));
		expect(await time.until(client.work(5000))).toBeLessThan((5000 / 20) * 100 * 1.15);
		expect(client.limit.limit).toBeLessThan(75);
	});

	test('measures response times anew after a second without a request', async () => {
		let latency = 20;
		const client = new Client(time, async () => {
			await time.sleep(latency);
			return success;
		});
		await time.until(client.work(1000));
		await time.until(time.sleep(2000));
		latency = 200;
		await time.until(client.work(1000));
		expect(client.limit.limit).toBe(requestsAtOnce.maximum);
	});

	test('starts over after half a minute without a request', async () => {
		const limit = newLimit();
		for (let index = 0; index < 5; index++) await round(limit);
		await round(limit, { status: 'rejected', rateLimited: true, retryAfterMs: 1000 });
		await time.until(time.sleep(32_000));
		expect(await round(limit)).toBe(requestsAtOnce.initial);
	});
});

describe('a pause', () => {
	test('lasts until the longest Retry-After is over, for all requests', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
				fc.boolean(),
				fc.boolean(),
				async (pauses, counted, rateLimited) => {
					time = new VirtualTime();
					const limit = newLimit();
					const slots = await takeAll(limit);
					for (const [index, retryAfterMs] of pauses.entries()) {
						slots[index]?.release({ status: 'rejected', rateLimited, retryAfterMs });
					}
					for (const slot of slots) slot.release({ status: 'failed' });
					expect(await time.until(limit.acquire(counted))).toBeDefined();
					expect(time.now()).toBeGreaterThanOrEqual(Math.max(...pauses));
					expect(time.now()).toBeLessThan(Math.max(...pauses, 125) + 5);
				},
			),
			randomRuns(50),
		);
	});

	test.each([
		[false, 0],
		[true, 5000],
	])('ends when a later request succeeds, but not after a 429: %s', async (rateLimited, end) => {
		const limit = newLimit();
		const [first, second, ...others] = await takeAll(limit);
		first?.release({ status: 'rejected', rateLimited, retryAfterMs: 5000 });
		second?.release(success);
		for (const slot of others) slot.release({ status: 'failed' });
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(end);
	});

	test('of more than two minutes is reported instead of waited for', async () => {
		const limit = newLimit();
		const slots = await takeAll(limit);
		const waiting = limit.acquire(true);
		slots[0]?.release({ status: 'rejected', retryAfterMs: 3_600_000 });
		expect(await waiting).toBeUndefined();
		expect(await limit.acquire(false)).toBeUndefined();
		expect(limit.retryAfter).toBe(3_600_000);
		for (const slot of slots) slot.release({ status: 'failed' });
		await time.until(time.sleep(120_000));
		expect(await limit.acquire(true)).toBeDefined();
	});

	test('is followed by one request at a time if the service rejects again', async () => {
		const limit = newLimit();
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		const probe = await time.until(granted(limit));
		let sent = 0;
		const waiting = [limit.acquire(true), limit.acquire(false)];
		for (const each of waiting) void each.then(() => (sent += 1));
		await time.until(time.sleep(1000));
		expect(sent).toBe(0);
		probe.release(success);
		for (const slot of await time.until(Promise.all(waiting))) expect(slot).toBeDefined();
	});

	test('ends even if the probe is canceled', async () => {
		const limit = newLimit();
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		const probe = await time.until(granted(limit));
		const waiting = limit.acquire(true);
		probe.release({ status: 'failed' });
		expect(await time.until(waiting)).toBeDefined();
	});
});

describe('the queue', () => {
	test('never waits without end, whatever the outcomes and the clock', async () => {
		const step = fc.record({
			pause: fc.integer({ min: 0, max: 50 }),
			takes: fc.integer({ min: 0, max: 300 }),
			outcome: fc.constantFrom<RequestOutcome>(
				success,
				success,
				{ status: 'failed' },
				{ status: 'rejected', retryAfterMs: 200 },
				{ status: 'rejected', rateLimited: true },
				{ status: 'rejected' },
			),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
				time = new VirtualTime();
				let reads = 0;
				// The clock advances between any two reads.
				const limit = newLimit({ now: () => time.now() + (reads += 1) / 1000 });
				const work = async ({ takes, outcome }: (typeof steps)[number]) => {
					const slot = await limit.acquire(true);
					await time.sleep(takes);
					slot?.release(outcome);
				};
				const requests: Array<Promise<void>> = [];
				const start = async () => {
					for (const each of steps) {
						await time.sleep(each.pause);
						requests.push(work(each));
					}
					await Promise.all(requests);
				};
				await time.until(start());
				expect(limit.inFlight).toBe(0);
			}),
			randomRuns(10),
		);
	});

	test('releases a canceled request at once', async () => {
		const limit = newLimit();
		const slots = await takeAll(limit);
		const execution = new AbortController();
		const { signal } = execution;
		const cancelled = limit.acquire(true, signal);
		const other = limit.acquire(true);
		execution.abort();
		expect(await cancelled).toBeUndefined();
		slots[0]?.release(success);
		expect(await other).toBeDefined();
		expect(await limit.acquire(true, signal)).toBeUndefined();
	});

	test('uses one timer of at most a second, and none after a cancellation', async () => {
		const sleeps: number[] = [];
		const sleep = async (milliseconds: number) => {
			sleeps.push(milliseconds);
			await time.sleep(milliseconds);
		};
		const limit = newLimit({ sleep });
		(await granted(limit)).release({ status: 'rejected', retryAfterMs: 10_000 });
		const execution = new AbortController();
		const { signal } = execution;
		const waiting = [limit.acquire(true, signal), limit.acquire(false, signal)];
		execution.abort();
		expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
		await time.until(time.sleep(5000));
		expect(sleeps).toEqual([1000]);
	});

	test('makes requests wait only for pauses if the user set Concurrency', async () => {
		const limit = newLimit();
		const slots = await takeAll(limit);
		for (let index = 0; index < 50; index++) {
			(await limit.acquire(false))?.release(success);
		}
		expect([limit.inFlight, limit.limit]).toEqual([slots.length, requestsAtOnce.initial]);
	});
});
