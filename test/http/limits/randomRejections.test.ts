/** A service that is shared with others rejects requests at random: there is no rate to learn. */
import {
	type Answer,
	newProcess,
	seeds,
	type Service,
	success,
	TokenBucket,
	unreliable,
} from './simulation';
import { VirtualTime } from '../virtualTime';

const tooMany: Answer = { status: 'rejected', rateLimited: true, retryAfterMs: 1000 };
const unavailable: Answer = { status: 'rejected', retryAfterMs: 1000 };

let time: VirtualTime;

test.each([
	['1 % of 429', 0.01, tooMany, 25],
	['5 % of 429', 0.05, tooMany, 60],
	['1 % of 503', 0.01, unavailable, 10],
	['5 % of 503', 0.05, unavailable, 35],
])('%s at random: 2,000 reads succeed in time', async (_name, share, rejection, seconds) => {
	for (const seed of seeds) {
		time = new VirtualTime();
		const client = newProcess(time, unreliable(time, 50, share, rejection, seed), seed);
		expect(await time.until(client.work(2000))).toBeLessThan(seconds * 1000);
		expect(client.failed).toBe(0);
	}
});

test('10 % of 429 at random cost a pause each, and never more and more', async () => {
	for (const seed of seeds) {
		time = new VirtualTime();
		const client = newProcess(time, unreliable(time, 50, 0.1, tooMany, seed), seed);
		expect(await time.until(client.work(2000))).toBeLessThan(200_000);
	}
});

test.each([
	['503', 'rejected', false, undefined, 1.25],
	['429 with Retry-After', 'rejected', true, 1000, 3],
] as const)(
	'beyond 16 parallel requests, %s fails no item',
	async (_name, status, rateLimited, retryAfterMs, slowest) => {
		time = new VirtualTime();
		let inWork = 0;
		const client = newProcess(time, async () => {
			if (inWork >= 16) return { status, rateLimited, retryAfterMs };
			inWork += 1;
			await time.sleep(100);
			inWork -= 1;
			return success;
		});
		expect(await time.until(client.work(2000))).toBeLessThan((2000 / 16) * 100 * slowest);
		expect(client.failed).toBe(0);
	},
);

test.each([
	['rises from 50 to 500', 50, 500, 10_000, 25],
	['falls from 500 to 50', 500, 50, 3000, 50],
])('a rate that %s a second is found', async (_name, before, after, changesAt, seconds) => {
	time = new VirtualTime();
	const bucket = (perSecond: number) =>
		new TokenBucket(
			time,
			async () => {
				await time.sleep(20);
				return success;
			},
			perSecond,
			1000,
			perSecond,
		);
	const [first, second] = [bucket(before), bucket(after)];
	const service: Service = async () => await (time.now() < changesAt ? first : second).answer();
	const client = newProcess(time, service);
	expect(await time.until(client.work(3000))).toBeLessThan(seconds * 1000);
	expect(client.failed).toBe(0);
});
