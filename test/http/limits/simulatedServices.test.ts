/** What the limit promises at services of every kind, in virtual time. */
import {
	Client,
	constantLatency,
	oneThread,
	pool,
	seeded,
	type Service,
	success,
	TokenBucket,
} from './simulation';
import { VirtualTime } from '../virtualTime';

let time: VirtualTime;

beforeEach(() => (time = new VirtualTime()));

/** What a request costs n8n's one thread to send, and again to read; milliseconds. */
const cpu = 1;

/** A process with a thread of its own. */
const newClient = (service: Service, seed = 1, cpuMs = cpu) =>
	new Client(time, service, { cpu: oneThread(time, cpuMs), random: seeded(seed) });

/** A service that rejects everything between two times, in milliseconds. */
function outage(from: number, to: number, retryAfterMs?: number): Service {
	return async () => {
		const isDown = time.now() >= from && time.now() < to;
		await time.sleep(isDown ? 5 : 100);
		return isDown ? { status: 'rejected', retryAfterMs } : success;
	};
}

describe('latency', () => {
	test('that rises from 20 to 200 ms costs at most 20 % over the ideal', async () => {
		let requests = 0;
		const client = newClient(async () => {
			await time.sleep(requests++ < 2500 ? 20 : 200);
			return success;
		});
		// 2 ms of the thread for each of the first half, 50 at the same time for the second.
		const ideal = 2500 * 2 * cpu + (2500 / 50) * (200 + 2 * cpu);
		expect(await time.until(client.work(5000))).toBeLessThan(ideal * 1.2);
	});

	test('of n8n costs no more than the share of a busy workflow', async () => {
		const client = newClient(constantLatency(time, 50), 1, cpu / 0.3);
		const ideal = (6000 * 2 * cpu) / 0.3;
		expect(await time.until(client.work(6000))).toBeLessThan(ideal * 1.05);
	});

	test.each([4, 8, 30])('of a queue leaves none of its %i workers idle', async (workers) => {
		const client = newClient(pool(time, workers, 100));
		expect(await time.until(client.work(2000))).toBeLessThan((2000 / workers) * 100 * 1.1);
		expect(client.peak).toBeLessThanOrEqual(50);
	});
});

describe('random rejections', () => {
	test.each([1, 2, 3])('of 5 % with Retry-After: 1 take at most 35 s (seed %i)', async (seed) => {
		const random = seeded(seed);
		const client = newClient(async () => {
			await time.sleep(50);
			return random() < 0.05 ? { status: 'rejected', retryAfterMs: 1000 } : success;
		}, seed);
		expect(await time.until(client.work(2000))).toBeLessThan(35_000);
		expect(client.failed).toBe(0);
	});

	test('beyond 16 parallel requests fail no item', async () => {
		let inWork = 0;
		const client = newClient(async () => {
			if (inWork >= 16) return { status: 'rejected' };
			inWork += 1;
			await time.sleep(100);
			inWork -= 1;
			return success;
		});
		expect(await time.until(client.work(2000))).toBeLessThan((2000 / 16) * 100 * 1.5);
		expect(client.failed).toBe(0);
	});
});

describe('an outage', () => {
	test.each([undefined, 0, 1000])('of 20 s fails no item (Retry-After %s)', async (retryAfter) => {
		for (const seed of [1, 2, 3]) {
			time = new VirtualTime();
			const client = newClient(outage(1000, 21_000, retryAfter), seed);
			await time.until(client.work(3000));
			expect(client.failed).toBe(0);
		}
	});

	test.each([undefined, 0, 1000])(
		'of 10 minutes fails soon and costs few requests (Retry-After %s)',
		async (retryAfter) => {
			const client = newClient(outage(0, 600_000, retryAfter));
			expect(await time.until(client.work(3000))).toBeLessThan(60_000);
			expect(client.failed).toBe(3000);
			expect(client.requests).toBeLessThan(100);
		},
	);
});

describe('a rate limit', () => {
	test.each<[number, number, number, number | undefined, number, number]>([
		[50, 20, 500, 1000, 1.25, 0.1],
		[50, 50, 500, 1000, 1.25, 0.1],
		[50, 20, 500, undefined, 1.25, 0.1],
		[50, 20, 3000, 1000, 1.25, 0.1],
		[10, 4, 200, 1000, 1.25, 0.1],
		[2, 2, 60, 1000, 1.25, 0.1],
		[1, 10, 60, 1000, 1.25, 0.15],
		[2, 2, 60, undefined, 1.25, 0.15],
	])(
		'of %i/s with bursts of %i fails none of %i items (Retry-After %s)',
		async (perSecond, burst, count, retryAfter, slowest, mostRejected) => {
			for (const seed of [1, 2, 3]) {
				time = new VirtualTime();
				const service = constantLatency(time, 20);
				const bucket = new TokenBucket(time, service, perSecond, retryAfter, burst);
				const client = newClient(bucket.answer, seed);
				const took = await time.until(client.work(count));
				expect(took / 1000).toBeLessThan(((count - burst) / perSecond) * slowest);
				expect(bucket.refusedShare).toBeLessThan(mostRejected);
				expect(client.failed).toBe(0);
			}
		},
		60_000,
	);

	test.each([20, 50])(
		'with bursts of %i is used at 85 %% by four processes',
		async (burst) => {
			for (const seed of [1, 2, 3, 4, 5]) {
				time = new VirtualTime();
				const bucket = new TokenBucket(time, constantLatency(time, 20), 50, 1000, burst);
				const clients = [0, 1, 2, 3].map((client) => newClient(bucket.answer, 10 * seed + client));
				let executions = 80;
				const workOff = async (client: Client) => {
					while (executions-- > 0) await client.work(50);
				};
				const work = clients.map(async (client, index) => {
					await time.sleep(200 * index);
					await Promise.all(Array.from({ length: 10 }, async () => await workOff(client)));
				});
				await time.until(Promise.all(work));
				// The last tenth is left out, as by then some processes are done.
				const done = clients.flatMap(({ doneAt }) => doneAt).sort((a, b) => a - b);
				const seconds = (done[3599] ?? NaN) / 1000;
				expect(3600 / (seconds * 50 + burst)).toBeGreaterThan(0.85);
				expect(clients.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
				expect(bucket.refusedShare).toBeLessThan(0.1);
			}
		},
		60_000,
	);
});
