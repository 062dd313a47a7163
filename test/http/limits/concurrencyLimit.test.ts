import {
	ConcurrencyLimit,
	type RequestOutcome,
	requestsAtOnce,
	type Slot,
} from '../../../src/http/limits/concurrencyLimit';
import type { TimeSource } from '../../../src/http/timedQueue';
import { VirtualTime } from '../virtualTime';
import { success } from './simulation';

let time: VirtualTime;

beforeEach(() => (time = new VirtualTime()));

const newLimit = (other: Partial<TimeSource> = {}) =>
	new ConcurrencyLimit({ now: time.now, sleep: time.sleep, random: () => 0, ...other });

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

describe('a pause', () => {
	test.each([
		[[100, 5000], true],
		[[5000, 100], false],
		[[300, 40, 2000, 7], true],
	])('lasts until the longest of %j ms is over (counted: %s)', async (pauses, counted) => {
		const limit = newLimit();
		for (const [index, slot] of (await takeAll(limit)).entries()) {
			slot.release({ status: 'rejected', retryAfterMs: pauses[index] ?? 0 });
		}
		expect(await time.until(limit.acquire(counted))).toBeDefined();
		expect(time.now()).toBeGreaterThanOrEqual(Math.max(...pauses));
		expect(time.now()).toBeLessThan(Math.max(...pauses) + 5);
	});

	test('ends if most requests after the first rejection succeed', async () => {
		const limit = newLimit();
		reject(await takeAll(limit), { status: 'rejected', retryAfterMs: 5000 }, success);
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(0);
	});

	test('is not prolonged by a slow probe', async () => {
		const limit = newLimit();
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		await time.until(granted(limit));
		const before = time.now();
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now() - before).toBe(1000);
	});

	test('ends even if the probe is canceled', async () => {
		const limit = newLimit();
		await round(limit, { status: 'rejected', retryAfterMs: 1000 });
		const probe = await time.until(granted(limit));
		const waiting = limit.acquire(true);
		probe.release({ status: 'failed' });
		expect(await time.until(waiting)).toBeDefined();
		expect(time.now()).toBeLessThan(1500);
	});

	test('is not caused by timeouts', async () => {
		const limit = newLimit();
		for (const slot of await takeAll(limit)) slot.release({ status: 'slow' });
		expect(limit.limit).toBe(1);
		expect(await time.until(limit.acquire(true))).toBeDefined();
		expect(time.now()).toBe(0);
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
});

describe('the queue', () => {
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
