import fc from 'fast-check';
import {
	ConcurrencyLimit,
	type Permit,
	type RequestOutcome,
	requestsAtOnce,
} from '../../../src/http/limits/concurrencyLimit';
import { longestHold, type TimeSource } from '../../../src/http/limits/pauses';
import { VirtualTime } from '../virtualTime';

let time: VirtualTime;

beforeEach(() => (time = new VirtualTime()));

const newLimit = (other: Partial<TimeSource> = {}) =>
	new ConcurrencyLimit({ now: time.now, sleep: time.sleep, random: () => 0, ...other });

/** A limit, and how long it sleeps each time, in milliseconds. */
function limitWithSleeps() {
	const sleeps: number[] = [];
	const sleep = async (milliseconds: number) => {
		sleeps.push(milliseconds);
		await time.sleep(milliseconds);
	};
	return { limit: newLimit({ sleep }), sleeps };
}

async function granted(limit: ConcurrencyLimit, signal?: AbortSignal): Promise<Permit> {
	const permit = await limit.acquire({ signal });
	if (!permit.granted) throw new Error(`refused: ${permit.reason}`);
	return permit;
}

/** As many permits as are to be had at once. */
async function takeAll(limit: ConcurrencyLimit): Promise<Permit[]> {
	const permits: Permit[] = [];
	while (limit.inFlight < limit.limit && permits.length <= requestsAtOnce.maximum) {
		permits.push(await granted(limit));
	}
	return permits;
}

const success = { status: 'success', kind: 'get' } as const;

/** All that may be under way is sent, and answered after a time; says how much it was. */
async function round(
	limit: ConcurrencyLimit,
	latency: number,
	outcome: RequestOutcome = success,
): Promise<number> {
	const permits = [await time.until(granted(limit)), ...(await takeAll(limit))];
	await time.until(time.sleep(latency));
	for (const permit of permits) permit.release(outcome);
	return permits.length;
}

async function rounds(limit: ConcurrencyLimit, count: number, latency: number): Promise<number[]> {
	const sizes: number[] = [];
	for (let index = 0; index < count; index++) sizes.push(await round(limit, latency));
	return sizes;
}

describe('slow start', () => {
	test('doubles with every round trip, to at most 100', async () => {
		expect(await rounds(newLimit(), 7, 100)).toEqual([5, 10, 20, 40, 80, 100, 100]);
	});

	test('does not grow while it is not used up', async () => {
		const limit = newLimit();
		for (let index = 0; index < 200; index++) (await granted(limit)).release(success);
		expect(limit.limit).toBe(requestsAtOnce.initial);
	});
});

/** A number to which the same is done again and again. */
function series(first: number, count: number, next: (value: number) => number): number[] {
	const values = [first];
	while (values.length < count) values.push(next(values.at(-1) as number));
	return values;
}

describe('answers that become slower', () => {
	test('make the limit smaller in proportion, and larger again when they are as quick as before', async () => {
		const limit = newLimit();
		await rounds(limit, 8, 100);
		await round(limit, 200);
		const shrinking = series(100, 13, (value) => 0.7499999 * value + Math.sqrt(value));
		const smallest = shrinking.pop() as number;
		expect(await rounds(limit, 12, 200)).toEqual(shrinking.map(Math.floor));
		const growing = series(smallest, 8, (value) => value + Math.sqrt(value));
		expect(await rounds(limit, 8, 100)).toEqual(growing.map(Math.floor));
	});

	test('never make it smaller than it was at the start', async () => {
		const limit = newLimit();
		await rounds(limit, 8, 100);
		const sizes = await rounds(limit, 16, 2900);
		expect(new Set(sizes.slice(6))).toEqual(new Set([5]));
	});

	test.each([
		[149, 100],
		[160, 60],
	])(
		'end the doubling only where they take half as long again: at %i ms it is %i',
		async (latency, limitAtEnd) => {
			const limit = newLimit();
			await rounds(limit, 2, 100);
			await rounds(limit, 4, latency);
			expect(limit.limit).toBe(limitAtEnd);
		},
	);

	test('are compared with those at ease twice a minute, by a round at a quarter', async () => {
		const limit = newLimit();
		const sizes = await rounds(limit, 70, 1000);
		const at = sizes.flatMap((size, index) => (index > 5 && size !== 100 ? [[index, size]] : []));
		expect(at).toEqual([
			[31, 25],
			[62, 25],
		]);
	});

	test('a refusal in such a round halves what the limit was before it', async () => {
		const limit = newLimit();
		await rounds(limit, 31, 1000);
		expect(limit.limit).toBe(25);
		(await granted(limit)).release({ status: 'overloaded' });
		expect(limit.limit).toBe(50);
	});

	test('where the limit is that of the start, it is not made smaller to measure them', async () => {
		const limit = newLimit();
		for (let second = 0; second < 100; second++) {
			const permit = await granted(limit);
			await time.until(time.sleep(1000));
			permit.release(success);
			expect(limit.limit).toBe(requestsAtOnce.initial);
		}
	});
});

describe('a rate limit', () => {
	/** Of the second ten requests one is refused: fifteen of 100 ms each were at work. */
	async function refusedAfter100ms(
		retryAfterMs: number,
		other: Partial<TimeSource> = {},
	): Promise<ConcurrencyLimit> {
		const limit = newLimit(other);
		await round(limit, 100);
		const [first, ...others] = await takeAll(limit);
		await time.until(time.sleep(100));
		for (const permit of others) permit.release(success);
		first?.release({ status: 'overloaded', rateLimited: true, retryAfterMs });
		return limit;
	}

	test('leaves as many requests as were at work on average, and more by the square of the seconds', async () => {
		// 14 answers of 100 ms in 200 ms and a pause of 300 ms: 2.8 at a time.
		const limit = await refusedAfter100ms(300);
		const sizes = await rounds(limit, 40, 100);
		const most = sizes.map((_size, index) => 2.8 + index / 10 + (index / 10) ** 2);
		expect(sizes.filter((size, index) => size > (most[index] ?? 0))).toEqual([]);
		expect(sizes.filter((_size, index) => index % 4 === 0)).toEqual([
			2, 2, 3, 5, 6, 8, 10, 13, 16, 19,
		]);
	});

	test('that is extended bounds the limit from its end on', async () => {
		const limit = newLimit();
		await round(limit, 100);
		const [first, second, ...others] = await takeAll(limit);
		await time.until(time.sleep(100));
		for (const permit of others) permit.release(success);
		first?.release({ status: 'overloaded', retryAfterMs: 100 });
		second?.release({ status: 'overloaded', retryAfterMs: 3800 });
		expect(await rounds(limit, 6, 100)).toEqual([4, 4, 4, 4, 4, 5]);
	});

	test('does not make those wait for a break whose number the user fixed', async () => {
		const limit = await refusedAfter100ms(13_800);
		const permit = await time.until(granted(limit));
		await time.until(time.sleep(100));
		permit.release({ status: 'overloaded', retryAfterMs: 200 });
		await time.until(limit.acquire({ counted: false }));
		expect(time.now()).toBe(14_300);
		await time.until(limit.acquire());
		expect(time.now()).toBe(15_000);
	});

	test('of less than one request at a time is kept by a break after each', async () => {
		// 14 answers of 100 ms in 200 ms and a pause of 3,300 ms: 0.4 at a time.
		const limit = await refusedAfter100ms(3300);
		const sent: number[] = [];
		for (let index = 0; index < 12; index++) {
			const permit = await time.until(granted(limit));
			sent.push(time.now());
			await time.until(time.sleep(100));
			permit.release(success);
		}
		// Ten answers make a round: with them it has grown to one.
		const everyQuarter = Array.from({ length: 11 }, (_each, index) => 3500 + index * 250);
		expect(sent).toEqual([...everyQuarter, 6100]);
	});

	test.each([
		['pause', 3500],
		['break', 3750],
	])('who asks in the very moment in which a %s ends is not left behind', async (what, end) => {
		for (let looks = 0; looks < 20; looks++) {
			time = new VirtualTime();
			let looksInTime = Infinity;
			// So many looks at the clock say that it has not ended, and all others that it has.
			const now = () => time.now() + (looksInTime-- > 0 ? 0 : 1);
			const limit = await refusedAfter100ms(3300, { now });
			if (what === 'break') await round(limit, 100);
			await time.until(time.sleep(end - 1 - time.now()));
			looksInTime = looks;
			expect(await time.until(limit.acquire())).toMatchObject({ granted: true });
		}
	});
});

describe('429, 503 and timeouts', () => {
	test('one burst of refusals halves the limit once', async () => {
		const limit = newLimit();
		await rounds(limit, 4, 100);
		const permits = await takeAll(limit);
		expect(permits).toHaveLength(80);
		for (const permit of permits.slice(0, 30)) permit.release({ status: 'overloaded' });
		expect(limit.limit).toBe(40);
		for (const permit of permits.slice(30)) permit.release(success);
		expect(limit.limit).toBe(40);
	});

	test('a Retry-After holds back everything until it is over', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
				fc.boolean(),
				async (pauses, counted) => {
					time = new VirtualTime();
					const limit = newLimit();
					const permits = [];
					for (const retryAfterMs of pauses)
						permits.push([await granted(limit), retryAfterMs] as const);
					for (const [permit, retryAfterMs] of permits) {
						permit.release({ status: 'overloaded', retryAfterMs });
					}
					const answer = await time.until(limit.acquire({ counted }));
					expect(answer.granted).toBe(true);
					expect(time.now()).toBe(Math.max(...pauses));
				},
			),
		);
	});

	test.each([
		[true, [100, 300, 700]],
		[false, [0, 100, 300]],
	])(
		'refusals without Retry-After hold back longer each time, a single one only if it is a 429: %s',
		async (rateLimited, ends) => {
			const limit = newLimit();
			const seen: number[] = [];
			for (let count = 0; count < ends.length; count++) {
				(await granted(limit)).release({ status: 'overloaded', rateLimited });
				await time.until(limit.acquire({ counted: false }));
				seen.push(time.now());
			}
			expect(seen).toEqual(ends);
		},
	);

	test('refused after a pause, one goes first; after an outage it doubles to the half of what it was', async () => {
		const limit = newLimit();
		await rounds(limit, 4, 100);
		const refusal = { status: 'overloaded', retryAfterMs: 1000 } as const;
		const sizes = [];
		for (let count = 0; count < 4; count++) sizes.push(await round(limit, 100, refusal));
		expect(sizes).toEqual([80, 5, 1, 1]);
		expect(await rounds(limit, 9, 100)).toEqual([1, 2, 4, 8, 16, 32, 46, 53, 60]);
	});

	test('after ten in vain those who have waited for one are refused, and who comes then is not', async () => {
		const limit = newLimit();
		const refusal = { status: 'overloaded', retryAfterMs: 1000 } as const;
		for (let count = 0; count < 9; count++) await round(limit, 100, refusal);
		const permit = await time.until(granted(limit));
		const beside = await limit.acquire({ counted: false });
		const waiting = [limit.acquire(), limit.acquire()];
		permit.release(refusal);
		const later = limit.acquire();
		if (beside.granted) beside.release(refusal);
		expect(await Promise.all(waiting)).toEqual(
			Array.from(waiting, () => ({ granted: false, reason: 'held', retryAfterMs: 1000 })),
		);
		expect(limit.waiting).toBe(1);
		expect((await time.until(later)).granted).toBe(true);
	});

	test('what was sent before a refusal and succeeds says nothing of whether it is over', async () => {
		const limit = newLimit();
		await rounds(limit, 2, 100);
		const permits = await takeAll(limit);
		permits.shift()?.release({ status: 'overloaded' });
		await time.until(time.sleep(1000));
		for (const permit of permits) permit.release(success);
		expect(limit.limit).toBe(10);
		(await granted(limit)).release({ status: 'overloaded' });
		expect(limit.limit).toBe(1);
	});

	test('a pause is longer by up to a tenth, and up to twice as long after one in vain', async () => {
		const limit = newLimit({ random: () => 1 });
		const refusal = { status: 'overloaded', retryAfterMs: 1000 } as const;
		for (const end of [1100, 3100, 5100]) {
			(await time.until(granted(limit))).release(refusal);
			await time.until(limit.acquire({ counted: false }));
			expect(time.now()).toBe(end);
		}
	});

	test('a connection that fails costs neither the limit nor a pause', async () => {
		const limit = newLimit();
		for (const permit of await takeAll(limit)) permit.release({ status: 'failed' });
		expect(limit.limit).toBe(requestsAtOnce.initial);
		await granted(limit);
		expect(time.now()).toBe(0);
	});

	test('a Retry-After beyond two minutes is told instead of waited for', async () => {
		const limit = newLimit();
		const permits = await takeAll(limit);
		const waiting = limit.acquire();
		permits[0]?.release({ status: 'overloaded', retryAfterMs: 3_600_000 });
		const refusal = { granted: false, reason: 'held', retryAfterMs: 3_600_000 };
		expect(await waiting).toEqual(refusal);
		expect(await limit.acquire({ counted: false })).toEqual(refusal);
		for (const permit of permits) permit.release({ status: 'failed' });
		await time.until(time.sleep(longestHold));
		expect((await limit.acquire()).granted).toBe(true);
	});
});

describe('waiting', () => {
	test('requests go in the order in which they came, never more than the limit, and all do', async () => {
		const step = fc.record({
			pause: fc.integer({ min: 0, max: 50 }),
			takes: fc.integer({ min: 0, max: 300 }),
			outcome: fc.constantFrom(
				success,
				success,
				success,
				{ status: 'failed' } as const,
				{ status: 'cancelled' } as const,
				{ status: 'overloaded', retryAfterMs: 200 } as const,
				{ status: 'overloaded' } as const,
			),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 80 }), async (steps) => {
				time = new VirtualTime();
				const limit = newLimit();
				const order: number[] = [];
				const refused: number[] = [];
				const requests: Array<Promise<void>> = [];
				const start = async () => {
					for (const [index, { pause, takes, outcome }] of steps.entries()) {
						await time.sleep(pause);
						const work = async () => {
							const permit = await limit.acquire();
							if (!permit.granted) {
								refused.push(index);
								return;
							}
							order.push(index);
							// Between the full milliseconds, at which the others come.
							await time.sleep(takes + 0.5);
							permit.release(outcome);
							permit.release(outcome);
						};
						requests.push(work());
					}
					await Promise.all(requests);
				};
				await time.until(start());
				expect(order).toEqual([...order].sort((a, b) => a - b));
				expect(order.length + refused.length).toBe(steps.length);
				expect([limit.inFlight, limit.waiting]).toEqual([0, 0]);
			}),
		);
	});

	test('one that was refused before goes anywhere among those that wait', async () => {
		const limit = newLimit({ random: () => 0.5 });
		const permits = await takeAll(limit);
		const order: string[] = [];
		const wait = async (name: string, again: boolean) => {
			const permit = await limit.acquire({ again });
			order.push(name);
			if (permit.granted) permit.release(success);
		};
		const all = ['first', 'second', 'third', 'fourth'].map((name) => wait(name, false));
		all.push(wait('again', true));
		for (const permit of permits) permit.release(success);
		await time.until(Promise.all(all));
		expect(order).toEqual(['first', 'second', 'again', 'third', 'fourth']);
	});

	test('a cancelled wait ends at once and leaves nothing behind', async () => {
		const limit = newLimit();
		const permits = await takeAll(limit);
		const execution = new AbortController();
		const cancelled = limit.acquire({ signal: execution.signal });
		const other = limit.acquire();
		execution.abort();
		expect(await cancelled).toMatchObject({ granted: false, reason: 'cancelled' });
		expect(limit.waiting).toBe(1);
		permits[0]?.release(success);
		expect((await other).granted).toBe(true);
		expect(await limit.acquire({ signal: execution.signal })).toMatchObject({ granted: false });
	});

	test('where the user fixed the parallelism, only pauses are waited for', async () => {
		const limit = newLimit();
		const permits = await takeAll(limit);
		const fixed = await Promise.all(
			Array.from({ length: 50 }, async () => await limit.acquire({ counted: false })),
		);
		expect(fixed.every((answer) => answer.granted)).toBe(true);
		expect(limit.inFlight).toBe(permits.length);
		for (const permit of fixed) if (permit.granted) permit.release(success);
		expect(limit.inFlight).toBe(permits.length);
	});

	test('requests that are not counted tell nothing of the limit', async () => {
		const limit = newLimit();
		await takeAll(limit);
		for (let index = 0; index < 50; index++) {
			const permit = await limit.acquire({ counted: false });
			if (permit.granted) permit.release(success);
		}
		expect(limit.limit).toBe(requestsAtOnce.initial);
	});

	test('those that wait are counted, of both kinds', async () => {
		const limit = newLimit();
		(await granted(limit)).release({ status: 'overloaded', retryAfterMs: 1000 });
		const all = [limit.acquire(), limit.acquire({ counted: false }), limit.acquire()];
		expect(limit.waiting).toBe(3);
		expect(limit.inFlight).toBe(0);
		await time.until(Promise.all(all));
		expect([limit.waiting, limit.inFlight]).toEqual([0, 2]);
	});

	test('it is idle when nothing is under way, waits or is held', async () => {
		const limit = newLimit();
		expect(limit.idle).toBe(true);
		const permits = await takeAll(limit);
		expect(limit.idle).toBe(false);
		await time.until(time.sleep(10));
		for (const permit of permits.slice(1)) permit.release(success);
		permits[0]?.release({ status: 'overloaded', retryAfterMs: 9990 });
		expect([limit.inFlight, limit.waiting, limit.idle]).toEqual([0, 0, false]);
		const next = await time.until(limit.acquire());
		const last = limit.acquire();
		await time.until(time.sleep(10));
		// It keeps to a break now, with nothing under way and no pause.
		if (next.granted) next.release({ status: 'failed' });
		expect([limit.inFlight, limit.idle]).toEqual([0, false]);
		const permit = await time.until(last);
		if (permit.granted) permit.release(success);
		expect(limit.idle).toBe(true);
	});

	test('all wait by one timer, of at most a second, so that a cancelled one leaves no long one', async () => {
		const { limit, sleeps } = limitWithSleeps();
		(await granted(limit)).release({ status: 'overloaded', retryAfterMs: 2500 });
		const all = Array.from({ length: 3 }, async () => await limit.acquire({ counted: false }));
		await time.until(Promise.all(all));
		expect(sleeps).toEqual([1000, 1000, 500]);
	});

	test('nobody waits, and no timer is set, once all who waited are cancelled', async () => {
		const { limit, sleeps } = limitWithSleeps();
		(await granted(limit)).release({ status: 'overloaded', retryAfterMs: 10_000 });
		const execution = new AbortController();
		const waiting = limit.acquire({ signal: execution.signal });
		execution.abort();
		await waiting;
		await time.until(time.sleep(5000));
		expect([limit.waiting, sleeps.length]).toEqual([0, 1]);
	});

	test.each([
		[1000, 1],
		[1100, 2],
	])(
		'work before %i ms without a request counts only where it belongs together',
		async (gap, size) => {
			const limit = newLimit();
			for (let index = 0; index < 4; index++) {
				const permit = await granted(limit);
				await time.until(time.sleep(100));
				permit.release(success);
				await time.until(time.sleep(gap));
			}
			const permits = await takeAll(limit);
			await time.until(time.sleep(100));
			for (const permit of permits.slice(1)) permit.release(success);
			permits[0]?.release({ status: 'overloaded', retryAfterMs: 60 });
			expect(await round(limit, 100)).toBe(size);
		},
	);

	test('after half a minute without a request it starts anew', async () => {
		const limit = newLimit();
		await rounds(limit, 5, 100);
		expect(limit.limit).toBe(requestsAtOnce.maximum);
		await time.until(time.sleep(30_000));
		const permit = await granted(limit);
		expect(limit.limit).toBe(requestsAtOnce.initial);
		permit.release(success);
	});

	test('after so long what a rate limit has taught is forgotten too', async () => {
		const limit = newLimit();
		await round(limit, 100, { status: 'overloaded', retryAfterMs: 1000 });
		await time.until(time.sleep(32_000));
		expect(await rounds(limit, 4, 100)).toEqual([5, 10, 20, 40]);
	});
});
