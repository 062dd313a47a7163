/** Services that answer 429 beyond a rate, in virtual time. */
import { constantLatency, newProcess, seeds, TokenBucket } from './simulation';
import { VirtualTime } from '../virtualTime';

/** Of the time that a service of this rate takes at least. */
const slowest = 1.25;

let time: VirtualTime;

test.each<[number, number, number, number | undefined, number]>([
	[50, 20, 500, 1000, 0.1],
	[50, 50, 500, 1000, 0.1],
	[50, 20, 500, undefined, 0.1],
	[50, 20, 3000, 1000, 0.1],
	[200, 200, 3000, 1000, 0.1],
	[10, 4, 200, 1000, 0.1],
	[10, 10, 200, 1000, 0.1],
	// Of six requests at once, four are rejected. Three more show that it isn't bad luck, and each of the
	// next lowers the rate by a tenth. With 60 items, that makes 12 of 72 requests.
	[2, 2, 60, 1000, 0.17],
	[1, 10, 60, 1000, 0.15],
	// The short pauses without Retry-After cost three more, so 15 of 75 requests.
	[2, 2, 60, undefined, 0.21],
])(
	'%i/s with bursts of %i fails none of %i items (Retry-After %s)',
	async (perSecond, burst, count, retryAfter, mostRejected) => {
		for (const seed of seeds) {
			time = new VirtualTime();
			const service = constantLatency(time, 20);
			const bucket = new TokenBucket(time, service, perSecond, retryAfter, burst);
			const client = newProcess(time, bucket.answer, seed);
			const took = await time.until(client.work(count));
			expect(took / 1000).toBeLessThan(((count - burst) / perSecond) * slowest);
			expect(bucket.refusedShare).toBeLessThan(mostRejected);
			expect(client.failed).toBe(0);
		}
	},
);
