import fc from 'fast-check';
import {
	ConcurrencyLimit,
	type RequestOutcome,
	type Slot,
} from '../../../src/http/limits/concurrencyLimit';
import type { TimeSource } from '../../../src/http/timedQueue';
import { requestsAtOnce } from '../../../src/http/limits/concurrencyLimit';
import { VirtualTime } from '../virtualTime';
import { success } from './simulation';
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

test('the window starts over after half a minute without a request', async () => {
	const limit = newLimit();
	for (let index = 0; index < 5; index++) await round(limit);
	await round(limit, { status: 'rejected', rateLimited: true, retryAfterMs: 1000 });
	await time.until(time.sleep(32_000));
	expect(await round(limit)).toBe(requestsAtOnce.initial);
});

/** Rejects the first two of some requests, and answers the others. */
function reject([first, second, ...others]: Slot[], outcome: RequestOutcome, rest: RequestOutcome) {
	for (const slot of [first, second]) slot?.release(outcome);
	for (const slot of others) slot.release(rest);
}

describe('a single rejection', () => {
	test.each([
		[true, 5000],
		[false, 5000],
		[true, 3_600_000],
	])('pauses no other request (429: %s, Retry-After %i ms)', async (rateLimited, retryAfterMs) => {
		const limit = newLimit();
		const [first, ...others] = await takeAll(limit);
		first?.release({ status: 'rejected', rateLimited, retryAfterMs });
		for (const slot of others) slot.release(success);
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(0);
	});

	test('is waited for by its own request', async () => {
		const limit = newLimit();
		expect(await time.until(limit.acquire(true, undefined, 3000))).toBeDefined();
		expect(time.now()).toBe(3000);
	});
});

describe('a pause', () => {
	test('lasts until the longest Retry-After is over, for all requests', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 2, maxLength: 4 }),
				fc.boolean(),
				fc.boolean(),
				async (pauses, counted, rateLimited) => {
					time = new VirtualTime();
					const limit = newLimit();
					const slots = await takeAll(limit);
					for (const [index, slot] of slots.entries()) {
						const retryAfterMs = pauses[index] ?? 0;
						slot.release({ status: 'rejected', rateLimited, retryAfterMs });
					}
					expect(await time.until(limit.acquire(counted))).toBeDefined();
					expect(time.now()).toBeGreaterThanOrEqual(Math.max(...pauses));
					expect(time.now()).toBeLessThan(Math.max(...pauses, 125) + 5);
				},
			),
			randomRuns(10),
		);
	});

	test('ends if most requests after the first rejection succeed', async () => {
		const limit = newLimit();
		reject(await takeAll(limit), { status: 'rejected', retryAfterMs: 5000 }, success);
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(0);
	});

	test('needs rejections of requests that were sent one after the other', async () => {
		const limit = newLimit();
		const [first, second, third, ...others] = await takeAll(limit);
		for (const slot of [first, third]) slot?.release({ status: 'rejected', retryAfterMs: 5000 });
		for (const slot of others) slot.release({ status: 'failed' });
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(0);
		second?.release({ status: 'rejected', retryAfterMs: 5000 });
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(5000);
	});

	test('of more than two minutes is reported instead of waited for', async () => {
		const limit = newLimit();
		const slots = await takeAll(limit);
		const waiting = limit.acquire(true);
		const rejected: RequestOutcome = { status: 'rejected', retryAfterMs: 3_600_000 };
		reject(slots, rejected, { status: 'failed' });
		expect(await waiting).toBeUndefined();
		expect(await limit.acquire(false)).toBeUndefined();
		expect(limit.retryAfter).toBe(3_600_000);
		await time.until(time.sleep(120_000));
		expect(await limit.acquire(true)).toBeDefined();
	});

	test('is followed by one request at a time until one succeeds', async () => {
		const limit = newLimit();
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		const probe = await time.until(granted(limit));
		let sent = 0;
		const waiting = [limit.acquire(true), limit.acquire(false)];
		for (const each of waiting) void each.then(() => (sent += 1));
		await time.until(time.sleep(900));
		expect(sent).toBe(0);
		probe.release(success);
		for (const slot of await time.until(Promise.all(waiting))) expect(slot).toBeDefined();
		expect(time.now()).toBeLessThan(2100);
	});

	test('is not prolonged by a slow probe', async () => {
		const limit = newLimit();
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		await time.until(granted(limit));
		const before = time.now();
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now() - before).toBe(1000);
	});

	test('is not caused by timeouts', async () => {
		const limit = newLimit();
		for (const slot of await takeAll(limit)) slot.release({ status: 'slow' });
		expect(limit.limit).toBe(1);
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(0);
	});

	test('ends even if the probe is canceled', async () => {
		const limit = newLimit();
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
		const slots = [await granted(limit), await granted(limit)];
		for (const slot of slots) slot.release({ status: 'rejected', retryAfterMs: 10_000 });
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
