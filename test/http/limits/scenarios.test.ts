/** Services that reject requests, and what that costs, in virtual time. */
import {
	type Answer,
	Client,
	constantLatency,
	crowded,
	Outage,
	quota,
	seeds,
	type Service,
	tokenBucket,
	unreliable,
} from './simulation';
import { VirtualTime } from '../virtualTime';

const tooMany: Answer = { status: 'rejected', rateLimited: true, retryAfterMs: 1000 };
const unavailable: Answer = { status: 'rejected', retryAfterMs: 1000 };

/** With many seeds, one request may be rejected at each of its attempts by chance. */
const mostFailed = seeds.length > 1 ? 1 : 0;

let time: VirtualTime;

/** Works on so many items with each seed, and checks the time in seconds. */
async function expectWithin(
	seconds: number,
	count: number,
	start: (seed: number) => Service | { readonly answer: Service; readonly refusedShare: number },
	mostRefused = 1,
): Promise<void> {
	for (const seed of seeds) {
		time = new VirtualTime();
		const started = start(seed);
		const service = typeof started === 'function' ? started : started.answer;
		const client = new Client(time, service, seed);
		expect((await time.until(client.work(count))) / 1000).toBeLessThanOrEqual(seconds);
		expect({ seed, isServed: client.failed <= mostFailed }).toEqual({ seed, isServed: true });
		if (typeof started !== 'function') expect(started.refusedShare).toBeLessThan(mostRefused);
	}
}

const atOnce = { rejects: [2, 2] } as const;
const jitter = { rejects: [5, 65], responds: [5, 65] } as const;

test.each([
	['1 % answered 429 at once', { share: 0.01, rejection: tooMany, ...atOnce }, 8],
	['1 % answered 429 after 5 to 65 ms', { share: 0.01, rejection: tooMany, ...jitter }, 8],
	['5 % answered 429 at once', { share: 0.05, rejection: tooMany, ...atOnce }, 15],
	['5 % answered 429 after 5 to 65 ms', { share: 0.05, rejection: tooMany, ...jitter }, 15],
	['5 % answered 503 at once', { share: 0.05, rejection: unavailable, ...atOnce }, 14],
	['5 % answered 503 after 5 to 65 ms', { share: 0.05, rejection: unavailable, ...jitter }, 14],
	['10 % answered 429 at once', { share: 0.1, rejection: tooMany, ...atOnce }, 40],
] as const)('2,000 reads, %s at random, take little time', async (_name, options, seconds) => {
	await expectWithin(seconds, 2000, (seed) => unreliable(time, seed, options));
});

test.each<[number, number, number, number | undefined, number]>([
	[50, 20, 500, 1000, 0.05],
	// As many as are under way when the first one is rejected.
	[50, 50, 500, 1000, 0.1],
	[50, 20, 500, undefined, 0.05],
	[50, 20, 3000, 1000, 0.05],
	[200, 200, 3000, 1000, 0.1],
	[10, 4, 200, 1000, 0.1],
	[10, 10, 200, 1000, 0.1],
	[2, 2, 60, 1000, 0.2],
	[1, 10, 60, 1000, 0.22],
	// The short pauses without Retry-After cost more.
	[2, 2, 60, undefined, 0.21],
])(
	'%i/s, bursts of %i, %i items, Retry-After %s: 1.2 of the ideal time',
	async (perSecond, burst, count, retryAfter, mostRefused) => {
		const seconds = ((count - burst) / perSecond) * 1.2;
		await expectWithin(
			seconds,
			count,
			() => tokenBucket(time, perSecond, burst, retryAfter),
			mostRefused,
		);
	},
);

test.each([
	[100, 10, 500, 40, 0.16],
	[1000, 60, 2500, 120, 0.05],
])('%i requests per %i s take 1.25 of the ideal', async (most, period, count, ideal, refused) => {
	await expectWithin(ideal * 1.25, count, () => quota(time, most, period * 1000), refused);
});

test.each<[string, () => Service, number]>([
	['503 above 20, with Retry-After', () => crowded(time, 20, unavailable), 10 * 1.5],
	['503 above 20', () => crowded(time, 20, { status: 'rejected' }), 10 * 1.5],
	['429 above 20, with Retry-After', () => crowded(time, 20, tooMany), 10 * 3],
])('2,000 reads of 100 ms: %s', async (_name, start, seconds) => {
	await expectWithin(seconds, 2000, start);
});

test.each([
	[0, 1.05],
	[20, 1.05],
	[50, 1.15],
	[100, 1.4],
	[200, 2.05],
])('a latency of %i ms lets 500 reads end in %d s', async (latency, seconds) => {
	await expectWithin(seconds, 500, () => constantLatency(time, latency));
});

describe('an outage', () => {
	test.each([undefined, 0, 1000])(
		'of 20 s costs few requests (Retry-After %s)',
		async (retryAfterMs) => {
			for (const seed of seeds) {
				time = new VirtualTime();
				const outage = new Outage(time, 1000, 21_000, { status: 'rejected', retryAfterMs });
				const client = new Client(time, outage.answer, seed);
				await time.until(client.work(3000));
				expect(client.failed).toBe(0);
				expect(outage.recovery).toBeLessThan(5000);
				expect(outage.requests).toBeLessThanOrEqual(60);
			}
		},
	);

	test.each([undefined, 0, 1000])(
		'of 10 minutes fails soon and costs few requests (Retry-After %s)',
		async (retryAfterMs) => {
			time = new VirtualTime();
			const outage = new Outage(time, 0, 600_000, { status: 'rejected', retryAfterMs });
			const client = new Client(time, outage.answer);
			expect(await time.until(client.work(3000))).toBeLessThan(60_000);
			expect(client.failed).toBe(3000);
			expect(client.requests).toBeLessThan(100);
		},
	);
});

test('a rate of 100/s is found if only ten requests may go at once', async () => {
	await expectWithin(20, 1000, () => tokenBucket(time, 100, 10, 1000), 0.02);
});

/** A service whose rate changes. */
function changing(before: number, after: number, changesAt: number): Service {
	const bucket = (perSecond: number) => tokenBucket(time, perSecond, perSecond, 1000);
	const [first, second] = [bucket(before), bucket(after)];
	return async () => await (time.now() < changesAt ? first : second).answer();
}

test('a rate that falls from 500/s to 50/s is found', async () => {
	await expectWithin(50, 3000, () => changing(500, 50, 3000));
});

test('a rate that rises from 50/s to 500/s is found within 20 s', async () => {
	for (const seed of seeds) {
		time = new VirtualTime();
		const client = new Client(time, changing(50, 500, 10_000), seed);
		await time.until(client.work(3000));
		// A hundred requests in half a second are four times as many as before.
		const isFast = (at: number, index: number) => at - (client.doneAt[index - 100] ?? 0) < 500;
		const foundAt = client.doneAt.findIndex((at, index) => index >= 200 && isFast(at, index));
		expect(client.doneAt[foundAt]).toBeLessThan(30_000);
		expect(client.failed).toBe(0);
	}
});

test.each([20, 50])('four processes use 90 %% of 50/s with bursts of %i', async (burst) => {
	let failed = 0;
	for (const seed of seeds) {
		time = new VirtualTime();
		const bucket = tokenBucket(time, 50, burst, 1000);
		const clients = [0, 1, 2, 3].map((index) => new Client(time, bucket.answer, 10 * seed + index));
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
