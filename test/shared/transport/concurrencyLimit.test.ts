import fc from 'fast-check';
import {
	ConcurrencyLimit,
	type Permit,
	requestsAtOnce,
} from '../../../nodes/shared/transport/concurrencyLimit';
import { longestHold } from '../../../nodes/shared/transport/pauses';
import { VirtualTime } from './virtualTime';

let time: VirtualTime;

beforeEach(() => (time = new VirtualTime()));

const newLimit = () => new ConcurrencyLimit({ now: time.now, sleep: time.sleep, random: () => 0 });

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

describe('slow start', () => {
	test('doubles with every round trip, to at most 100', async () => {
		const limit = newLimit();
		const rounds: number[] = [];
		for (let round = 0; round < 7; round++) {
			const permits = await takeAll(limit);
			rounds.push(permits.length);
			await time.until(time.sleep(100));
			for (const permit of permits) permit.release(success);
		}
		expect(rounds).toEqual([5, 10, 20, 40, 80, 100, 100]);
	});

	test('does not grow while it is not used up', async () => {
		const limit = newLimit();
		for (let index = 0; index < 200; index++) (await granted(limit)).release(success);
		expect(limit.limit).toBe(requestsAtOnce.initial);
	});
});

describe('429, 503 and timeouts', () => {
	test('one burst of refusals halves the limit once', async () => {
		const limit = newLimit();
		for (let round = 0; round < 4; round++) {
			for (const permit of await takeAll(limit)) permit.release(success);
		}
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
		const limit = new ConcurrencyLimit({ now: time.now, sleep: time.sleep, random: () => 0.5 });
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
	});

	test('after half a minute without a request it starts anew', async () => {
		const limit = newLimit();
		for (let round = 0; round < 5; round++) {
			for (const permit of await takeAll(limit)) permit.release(success);
		}
		expect(limit.limit).toBe(requestsAtOnce.maximum);
		await time.until(time.sleep(31_000));
		const permit = await granted(limit);
		expect(limit.limit).toBe(requestsAtOnce.initial);
		permit.release(success);
	});
});
