import { ExecutionTime, type Wait } from '../../src/http/executionTime';
import { SeededRandom } from '../sandbox/random';
import { VirtualTime } from './virtualTime';

/** The seconds in a text, the whole first. */
const secondsIn = (text = '') =>
	[...text.matchAll(/([\d.]+) s\b/g)].map(([, number]) => Number(number));

test('names each wait of one request', async () => {
	const clock = new VirtualTime();
	const time = new ExecutionTime(clock.now);
	time.requests = 1;
	time.retries = 2;
	const work = async () => {
		await clock.sleep(4000);
		await time.during('limit', async () => await clock.sleep(20_000));
		await time.during('retry', async () => await clock.sleep(3000));
		await time.during('response', async () => await clock.sleep(2000));
	};
	await clock.until(work());
	expect(time.describe()).toBe(
		'1 request in 29.0 s: 20.0 s waiting until the service accepted more requests, 2.0 s waiting for responses, 3.0 s waiting before retries, 4.0 s for everything else, 2 retries',
	);
});

test('has no message for waits of at most ten seconds', async () => {
	const clock = new VirtualTime();
	const time = new ExecutionTime(clock.now);
	await clock.until(time.during('limit', async () => await clock.sleep(10_000)));
	await clock.until(clock.sleep(60_000));
	expect(time.describe()).toBeUndefined();
});

test.each([...Array(20).keys()])('has parts that add up to the time, seed %i', async (seed) => {
	const random = new SeededRandom(seed);
	const clock = new VirtualTime();
	const time = new ExecutionTime(clock.now);
	const waits: readonly Wait[] = ['limit', 'retry', 'response'];
	const request = async () => {
		for (let count = 0; count < 10; count++) {
			await clock.sleep(random.integer(0, 500));
			const duration = random.integer(0, 3000);
			await time.during(random.pick(waits), async () => await clock.sleep(duration));
		}
	};
	await clock.until(Promise.all(Array.from({ length: random.integer(1, 50) }, request)));
	const [total = 0, ...parts] = secondsIn(time.describe());
	const sum = parts.reduce((before, part) => before + part, 0);
	expect(total).toBeCloseTo(clock.now() / 1000, 1);
	expect(Math.abs(sum - total)).toBeLessThan(total * 0.05);
});

test('shares the time among requests that wait at once', async () => {
	const clock = new VirtualTime();
	const time = new ExecutionTime(clock.now);
	const wait = async (what: Wait) => await time.during(what, async () => await clock.sleep(30_000));
	await clock.until(Promise.all([wait('limit'), wait('limit'), wait('response')]));
	expect(secondsIn(time.describe())).toEqual([30, 20, 10]);
});

test('assigns the wait in a queue to the limit of the service', async () => {
	const clock = new VirtualTime();
	const time = new ExecutionTime(clock.now);
	const queue = { isLimited: false };
	const limit = async () => {
		await time.during('response', async () => await clock.sleep(4000));
		queue.isLimited = true;
		await time.during('limit', async () => await clock.sleep(20_000));
		queue.isLimited = false;
		await time.during('response', async () => await clock.sleep(6000));
	};
	const wait = async () => await time.during(queue, async () => await clock.sleep(30_000));
	await clock.until(Promise.all([wait(), wait(), limit()]));
	expect(secondsIn(time.describe())).toEqual([30, 20, 10]);
});
