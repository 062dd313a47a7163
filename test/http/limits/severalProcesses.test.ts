/** Processes that share a service with a rate limit, in virtual time. */
import { type Client, constantLatency, newProcess, seeds, TokenBucket } from './simulation';
import { VirtualTime } from '../virtualTime';

let time: VirtualTime;

test.each([20, 50])('four processes use 90 %% of 50/s with bursts of %i', async (burst) => {
	let failed = 0;
	for (const seed of seeds) {
		time = new VirtualTime();
		const bucket = new TokenBucket(time, constantLatency(time, 20), 50, 1000, burst);
		const clients = [0, 1, 2, 3].map((index) => newProcess(time, bucket.answer, 10 * seed + index));
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
		expect(3600 / (seconds * 50 + burst)).toBeGreaterThan(0.9);
		expect(bucket.refusedShare).toBeLessThan(0.1);
		for (const client of clients) failed += client.failed;
	}
	// Four processes can reject one item four times in a row by chance.
	expect(failed).toBeLessThanOrEqual(1);
});
