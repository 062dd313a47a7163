/** Services that take their time, or nothing for a while, in virtual time. */
import { constantLatency, cpu, newProcess, pool, type Service, success } from './simulation';
import { VirtualTime } from '../virtualTime';

let time: VirtualTime;

beforeEach(() => (time = new VirtualTime()));

/** A service that rejects everything between two times, in milliseconds. */
function outage(from: number, to: number, retryAfterMs?: number): Service {
	return async () => {
		const isDown = time.now() >= from && time.now() < to;
		await time.sleep(isDown ? 5 : 100);
		return isDown ? { status: 'rejected', retryAfterMs } : success;
	};
}

describe('latency', () => {
	test.each([
		[20, 1.05],
		[50, 1.15],
		[100, 1.4],
		[200, 2],
	])('of %i ms lets 500 reads end in %d s', async (latency, seconds) => {
		const client = newProcess(time, constantLatency(time, latency));
		expect(await time.until(client.work(500))).toBeLessThan(seconds * 1000);
	});

	test.each([0, 1, 5])('of %i ms keeps no more than 10 requests in n8n', async (latency) => {
		const client = newProcess(time, constantLatency(time, latency));
		const milliseconds = await time.until(client.work(5000));
		expect(milliseconds).toBeLessThan(5000 * 2 * cpu * 1.01);
		expect(client.limit.limit).toBeLessThanOrEqual(10);
	});

	test('that rises from 20 to 200 ms costs less than 50 parallel requests need', async () => {
		let requests = 0;
		const client = newProcess(time, async () => {
			await time.sleep(requests++ < 2500 ? 20 : 200);
			return success;
		});
		// 2 ms of the thread for each of the first half, 50 at the same time for the second.
		const ideal = 2500 * 2 * cpu + (2500 / 50) * (200 + 2 * cpu);
		expect(await time.until(client.work(5000))).toBeLessThan(ideal);
	});

	test('of n8n costs no more than the share of a busy workflow', async () => {
		const client = newProcess(time, constantLatency(time, 50), 1, cpu / 0.3);
		const ideal = (6000 * 2 * cpu) / 0.3;
		expect(await time.until(client.work(6000))).toBeLessThan(ideal * 1.05);
	});

	test.each([4, 8, 20, 30])('of a queue leaves none of its %i workers idle', async (workers) => {
		const client = newProcess(time, pool(time, workers, 100));
		expect(await time.until(client.work(2000))).toBeLessThan((2000 / workers) * 100 * 1.1);
		expect(client.limit.limit).toBeLessThan(75);
	});
});

describe('an outage', () => {
	test.each([undefined, 0, 1000])('of 20 s fails no item (Retry-After %s)', async (retryAfter) => {
		for (const seed of [1, 2, 3]) {
			time = new VirtualTime();
			const client = newProcess(time, outage(1000, 21_000, retryAfter), seed);
			await time.until(client.work(3000));
			expect(client.failed).toBe(0);
		}
	});

	test.each([undefined, 0, 1000])(
		'of 10 minutes fails soon and costs few requests (Retry-After %s)',
		async (retryAfter) => {
			const client = newProcess(time, outage(0, 600_000, retryAfter));
			expect(await time.until(client.work(3000))).toBeLessThan(60_000);
			expect(client.failed).toBe(3000);
			expect(client.requests).toBeLessThan(100);
		},
	);
});
