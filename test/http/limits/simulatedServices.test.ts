/** How the limit gets on with services of every kind, in virtual time. */
import fc from 'fast-check';
import { requestsAtOnce } from '../../../src/http/limits/concurrencyLimit';
import {
	Client,
	constantLatency,
	oneThread,
	pool,
	seeded,
	type Service,
	TokenBucket,
} from './simulation';
import { VirtualTime } from '../virtualTime';

let time: VirtualTime;

beforeEach(() => (time = new VirtualTime()));

/** What is said here of chance holds nearly always: the same cases each time, so that it always does. */
const sameCases = { seed: 20 };

/** What a request costs n8n's one thread to send, and again to read; milliseconds. */
const cpu = 0.5;

describe('a service that takes as long however much there is', () => {
	test.each([
		[0, 600],
		[20, 800],
		[50, 1000],
		[100, 1300],
		[200, 2100],
	])('gets 500 items at %i ms in at most %i ms', async (latency, longest) => {
		const client = new Client(time, constantLatency(time, latency), { cpu: oneThread(time, cpu) });
		expect(await time.until(client.work(500))).toBeLessThan(longest);
		expect(client.failed).toBe(0);
	});
});

describe('latency', () => {
	test('settles near the number that a pool works on at a time', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 4, max: 60 }),
				fc.integer({ min: 20, max: 400 }),
				async (workers, latency) => {
					time = new VirtualTime();
					const client = new Client(
						time,
						pool(time, workers, () => latency),
					);
					const count = workers * 150;
					const took = await time.until(client.work(count));
					expect(took).toBeLessThan((count / workers) * latency * 1.1);
					const late = client.latencies.slice(-count / 5).sort((a, b) => a - b);
					expect(late[Math.floor(late.length * 0.9)]).toBeLessThan(latency * 3.1);
					expect(client.limit.limit).toBeLessThanOrEqual(workers * 2 + 10);
				},
			),
			{ ...sameCases, numRuns: 15 },
		);
	}, 60_000);

	test('is not misled by another mix of operations', async () => {
		const kinds: Record<string, number> = { get: 20, page: 300, report: 2000 };
		const service: Service = async (kind) => {
			await time.sleep(kinds[kind] ?? 0);
			return { status: 'success', kind };
		};
		const client = new Client(time, service);
		await time.until(client.work(1000, () => 'get'));
		await time.until(client.work(1000, (item) => (item % 3 ? 'page' : 'get')));
		await time.until(client.work(1000, () => 'page'));
		await time.until(client.work(1000, (item) => (item % 5 ? 'get' : 'report')));
		expect(client.limit.limit).toBe(requestsAtOnce.maximum);
		expect(await time.until(client.work(1000, () => 'page'))).toBeLessThan(3100);
	});

	test('is not misled by latencies that vary', async () => {
		const random = seeded();
		const service: Service = async (kind) => {
			// From 50 ms to more than a second, half of them below 150.
			const spread = Math.tan((random() * Math.PI * 0.9) / 2);
			await time.sleep(50 + 100 * spread);
			return { status: 'success', kind };
		};
		const client = new Client(time, service);
		await time.until(client.work(4000));
		expect(client.limit.limit).toBeGreaterThan(60);
	});

	test('learns anew what a service takes that has become slower', async () => {
		let latency = 50;
		const service: Service = async (kind) => {
			await time.sleep(latency);
			return { status: 'success', kind };
		};
		const client = new Client(time, service);
		await time.until(client.work(500));
		latency = 400;
		await time.until(client.work(10_000));
		expect(client.limit.limit).toBeGreaterThan(90);
	});
});

describe('a rate limit', () => {
	/** A client of its own time at a service that allows so many requests a second. */
	function limited(
		perSecond: number,
		latency: number,
		seed: number,
		retryAfterMs?: number,
		capacity = perSecond,
	) {
		time = new VirtualTime();
		const service = constantLatency(time, latency);
		const bucket = new TokenBucket(time, service, perSecond, retryAfterMs, capacity);
		const options = { cpu: oneThread(time, cpu), random: seeded(seed) };
		return { bucket, client: new Client(time, bucket.answer, options) };
	}

	test('is met seldom and used in full, and every item succeeds', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 40, max: 150 }),
				fc.integer({ min: 0, max: 100 }),
				fc.integer(),
				async (perSecond, latency, seed) => {
					const { bucket, client } = limited(perSecond, latency, seed, 1000);
					const count = perSecond * 10;
					const took = await time.until(client.work(count));
					expect(client.failed).toBe(0);
					expect(took / 1000).toBeLessThan((count / perSecond) * 1.3);
					expect(bucket.refusedShare).toBeLessThan(0.15);
				},
			),
			// Without another place for it, one item would be the last of each pause's share.
			{ ...sameCases, numRuns: 25, examples: [[59, 0, 1]] },
		);
	}, 60_000);

	test('is borne too where the service does not say how long to wait', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 30, max: 120 }),
				fc.integer({ min: 0, max: 60 }),
				fc.integer(),
				async (perSecond, latency, seed) => {
					const { bucket, client } = limited(perSecond, latency, seed);
					const count = perSecond * 10;
					const took = await time.until(client.work(count));
					expect(client.failed).toBe(0);
					expect(took / 1000).toBeLessThan((count / perSecond) * 1.3);
					expect(bucket.refusedShare).toBeLessThan(0.2);
				},
			),
			{ ...sameCases, numRuns: 15 },
		);
	}, 60_000);

	test.each([
		[1, 10],
		[1, 20],
		[1, 50],
		[2, 20],
		[5, 20],
	])(
		'of %i a second is met seldom enough that every item succeeds, at %i ms',
		async (perSecond, latency) => {
			for (let seed = 0; seed < 12; seed++) {
				const { client } = limited(perSecond, latency, seed, 1000, 10);
				const seconds = 40;
				const took = await time.until(client.work(10 + seconds * perSecond));
				expect(client.failed).toBe(0);
				expect(took / 1000).toBeLessThan(seconds * 1.1);
			}
		},
	);

	test.each([2, 20, 100])(
		'is shared by four processes: nothing fails, and 85 %% of it is used at %i ms',
		async (latency) => {
			const bucket = new TokenBucket(time, constantLatency(time, latency), 50, 1000);
			const clients = [1, 2, 3, 4].map(
				(seed) =>
					new Client(time, bucket.answer, { cpu: oneThread(time, cpu), random: seeded(seed) }),
			);
			let allowed = 0;
			const seconds = 60;
			void time.sleep(seconds * 1000).then(() => (allowed = bucket.allowed));
			await time.until(Promise.all(clients.map((client) => client.work(1000))));
			expect(clients.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
			expect(allowed / (seconds * 50)).toBeGreaterThan(0.85);
			expect(bucket.refusedShare).toBeLessThan(0.15);
		},
		60_000,
	);
});

describe('an outage', () => {
	test('an outage is survived, and the service used in full soon after', async () => {
		const service: Service = async (kind) => {
			if (time.now() > 1000 && time.now() < 6000) {
				await time.sleep(10);
				return { status: 'overloaded', retryAfterMs: 1000 };
			}
			await time.sleep(100);
			return { status: 'success', kind };
		};
		const client = new Client(time, service);
		await time.until(client.work(3000));
		expect(client.failed).toBe(0);
		const full = client.doneAt.filter((at) => at > 8_000 && at < 9_000).length;
		expect(full).toBeGreaterThan(400);
	});

	test.each([undefined, 0, 1000])(
		'2,000 items at a dead service end soon and cost few requests (Retry-After %s)',
		async (retryAfterMs) => {
			const service: Service = async () => {
				await time.sleep(5);
				return { status: 'overloaded', retryAfterMs };
			};
			const client = new Client(time, service);
			expect(await time.until(client.work(2000))).toBeLessThan(60_000);
			expect(client.failed).toBe(2000);
			expect(client.requests).toBeLessThan(200);
		},
	);
});
