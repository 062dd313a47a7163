import {
	type Answer,
	constantLatency,
	newProcess,
	pool,
	type Service,
	success,
	TokenBucket,
	Client,
} from './simulation';
import { VirtualTime } from '../virtualTime';
import { SeededRandom } from '../../sandbox/random';

const allSeeds = Array.from({ length: 24 }, (_s, i) => i + 1);
const seeds = Array.from(
	{ length: Number((globalThis as any).process?.env?.SEEDS ?? 6) },
	(_s, i) => i + 1,
);
const tooMany: Answer = { status: 'rejected', rateLimited: true, retryAfterMs: 1000 };
const unavailable: Answer = { status: 'rejected', retryAfterMs: 1000 };
const rnd = (seed: number) => {
	const r = new SeededRandom(seed);
	return () => r.next();
};

type Make = (time: VirtualTime, seed: number) => { service: Service; share?: () => number };
const random =
	(
		share: number,
		rej: Answer,
		rejectMs: [number, number],
		okMs: [number, number] = [50, 50],
	): Make =>
	(time, seed) => {
		const r = rnd(1000 + seed);
		return {
			service: async () => {
				const isRej = r() < share;
				const [a, b] = isRej ? rejectMs : okMs;
				await time.sleep(a + (b - a) * r());
				return isRej ? rej : success;
			},
		};
	};
const bucket =
	(perSecond: number, burst: number, ra: number | undefined, latency = 20): Make =>
	(time) => {
		const b = new TokenBucket(time, constantLatency(time, latency), perSecond, ra, burst);
		return { service: b.answer, share: () => b.refusedShare };
	};
const fixedWindow =
	(count: number, ms: number): Make =>
	(time) => {
		let start = 0,
			used = 0,
			refused = 0,
			ok = 0;
		return {
			service: async () => {
				const now = time.now();
				if (now - start >= ms) {
					start = Math.floor(now / ms) * ms;
					used = 0;
				}
				if (used >= count) {
					refused++;
					const left = start + ms - now;
					await time.sleep(2);
					return {
						status: 'rejected',
						rateLimited: true,
						retryAfterMs: Math.ceil(left / 1000) * 1000,
					};
				}
				used++;
				ok++;
				await time.sleep(20);
				return success;
			},
			share: () => refused / (refused + ok),
		};
	};
const above =
	(n: number, ms: number, rej: Answer): Make =>
	(time) => {
		let inWork = 0;
		return {
			service: async () => {
				if (inWork >= n) {
					await time.sleep(2);
					return rej;
				}
				inWork++;
				await time.sleep(ms);
				inWork--;
				return success;
			},
		};
	};
const S = (
	name: string,
	count: number,
	ideal: number,
	bound: number,
	make: Make,
	mostRejected?: number,
) => ({ name, count, ideal, bound, make, mostRejected });
const scenarios = [
	S('1% 429 immediate', 2000, 1, 8, random(0.01, tooMany, [2, 2])),
	S('1% 429 jitter', 2000, 1, 8, random(0.01, tooMany, [5, 65], [5, 65])),
	S('1% 429 late', 2000, 1, 8, random(0.01, tooMany, [50, 50])),
	S('5% 429 immediate', 2000, 1, 15, random(0.05, tooMany, [2, 2])),
	S('5% 429 jitter rej', 2000, 1, 15, random(0.05, tooMany, [5, 65])),
	S('5% 429 jitter all', 2000, 1, 15, random(0.05, tooMany, [5, 65], [5, 65])),
	S('5% 503 immediate', 2000, 1, 14, random(0.05, unavailable, [2, 2])),
	S('5% 503 jitter', 2000, 1, 14, random(0.05, unavailable, [5, 65], [5, 65])),
	S('10% 429', 2000, 1, 40, random(0.1, tooMany, [2, 2])),
	S('20% 429', 2000, 1, 175, random(0.2, tooMany, [2, 2])),
	S('50/s b20', 500, 480 / 50, 1.25, bucket(50, 20, 1000), 0.05),
	S('50/s b50', 500, 450 / 50, 1.25, bucket(50, 50, 1000), 0.05),
	S('50/s b20 noRA', 500, 480 / 50, 1.25, bucket(50, 20, undefined), 0.05),
	S('50/s b20 n3000', 3000, 2980 / 50, 1.25, bucket(50, 20, 1000), 0.05),
	S('50/s b20 200ms', 1000, 980 / 50, 1.25, bucket(50, 20, 1000, 200), 0.1),
	S('200/s b200', 3000, 2800 / 200, 1.25, bucket(200, 200, 1000), 0.1),
	S('10/s b4', 200, 19.6, 1.25, bucket(10, 4, 1000), 0.1),
	S('10/s b10', 200, 19, 1.25, bucket(10, 10, 1000), 0.1),
	S('10/s b10 n1000', 1000, 99, 1.25, bucket(10, 10, 1000), 0.1),
	S('2/s b2', 60, 29, 1.25, bucket(2, 2, 1000), 0.2),
	S('2/s b2 n300', 300, 149, 1.25, bucket(2, 2, 1000), 0.2),
	S('1/s b10', 60, 50, 1.25, bucket(1, 10, 1000), 0.2),
	S('2/s b2 noRA', 60, 29, 1.25, bucket(2, 2, undefined), 0.21),
	S('100 per 10 s', 500, 40, 1.25, fixedWindow(100, 10_000), 0.15),
	S('1000 per min', 2500, 120, 1.25, fixedWindow(1000, 60_000), 0.15),
	S('20 at a time', 2000, 10, 1.15, (time) => ({ service: pool(time, 20, 100) })),
	S('503 above 20', 2000, 10, 1.5, above(20, 100, unavailable)),
	S('503 above 16 noRA', 2000, 12.5, 1.5, above(16, 100, { status: 'rejected' })),
	S('429 above 16', 2000, 12.5, 3, above(16, 100, tooMany)),
];
const pick = new RegExp((globalThis as any).process.env.ONLY || '.');
test('study', async () => {
	const lines: string[] = [];
	for (const { name, count, ideal, bound, make, mostRejected } of scenarios) {
		if (seeds.length === 0 || (pick && !pick.test(name))) continue;
		const took: number[] = [];
		const shares: number[] = [];
		let failed = 0;
		let requests = 0;
		for (const seed of seeds) {
			const time = new VirtualTime();
			const { service, share } = make(time, seed);
			const client: Client = newProcess(time, service, seed);
			let t = NaN;
			try {
				t = (await time.until(client.work(count))) / 1000 / ideal;
			} catch (e) {
				t = Infinity;
			}
			took.push(t);
			if (share) shares.push(share());
			failed += client.failed;
			requests += client.requests;
		}
		took.sort((a, b) => a - b);
		shares.sort((a, b) => a - b);
		const worst = took.at(-1)!,
			med = took[took.length >> 1]!;
		const sh = shares.length
			? ` 429: ${(100 * shares[shares.length >> 1]!).toFixed(1)}/${(100 * shares.at(-1)!).toFixed(1)} % (${mostRejected})`
			: '';
		lines.push(
			`${worst > bound || failed || (mostRejected && shares.at(-1)! > mostRejected) ? '!!' : '  '} ${name.padEnd(20)} ${med.toFixed(2)} / ${worst.toFixed(2)} (${bound}) failed ${failed} req ${(requests / seeds.length / count).toFixed(2)}${sh}`,
		);
	}
	if ((globalThis as any).process.env.ONLY !== "" && (globalThis as any).process.env.ONLY) return void console.log(lines.join('\n'));
	const outageOf =
		(from: number, to: number, rej: Answer): Make =>
		(time) => ({
			service: async () => {
				const isDown = time.now() >= from && time.now() < to;
				if (isDown) down++;
				await time.sleep(isDown ? 5 : 100);
				if (!isDown && time.now() >= to && rec < 0) rec = time.now() - to;
				return isDown ? rej : success;
			},
		});
	let down = 0,
		rec = -1;
	for (const [n, rej] of [
		['503', { status: 'rejected' }],
		['503 RA0', { status: 'rejected', retryAfterMs: 0 }],
		['503 RA1', unavailable],
	] as const) {
		const recs: number[] = [];
		const downs: number[] = [];
		let failed = 0;
		for (const seed of seeds) {
			const time = new VirtualTime();
			down = 0;
			rec = -1;
			const client = newProcess(
				time,
				outageOf(1000, 21_000, rej).call(null, time, seed).service,
				seed,
			);
			await time.until(client.work(3000));
			failed += client.failed;
			recs.push(rec);
			downs.push(down);
		}
		lines.push(
			`   outage 20 s ${n}: recovery ${Math.max(...recs)} (5000) requests ${Math.max(...downs)} (60) failed ${failed}`,
		);
		const time = new VirtualTime();
		down = 0;
		const client = newProcess(time, outageOf(0, 600_000, rej).call(null, time, 1).service, 1);
		const t = await time.until(client.work(3000));
		lines.push(
			`   outage 10 min ${n}: ${t} (60000) failed ${client.failed} requests ${client.requests} (100)`,
		);
	}
	for (const burst of [20, 50]) {
		const uses: number[] = [];
		const shares: number[] = [];
		let failed = 0;
		for (const seed of allSeeds.slice(0, 12)) {
			const time = new VirtualTime();
			const b = new TokenBucket(time, constantLatency(time, 20), 50, 1000, burst);
			const clients = [0, 1, 2, 3].map((i) => newProcess(time, b.answer, 10 * seed + i));
			let executions = 80;
			const workOff = async (c: Client) => {
				while (executions-- > 0) await c.work(50);
			};
			await time.until(
				Promise.all(
					clients.map(async (c, i) => {
						await time.sleep(200 * i);
						await Promise.all(Array.from({ length: 10 }, async () => await workOff(c)));
					}),
				),
			);
			const done = clients.flatMap(({ doneAt }) => doneAt).sort((x, y) => x - y);
			uses.push(3600 / (((done[3599] ?? NaN) / 1000) * 50 + burst));
			shares.push(b.refusedShare);
			for (const c of clients) failed += c.failed;
		}
		lines.push(
			`   four processes b${burst}: use ${Math.min(...uses).toFixed(3)} (0.9) 429 ${(100 * Math.max(...shares)).toFixed(1)} failed ${failed}`,
		);
	}
	for (const [ms, s] of [
		[0, 1.05],
		[20, 1.05],
		[50, 1.15],
		[100, 1.4],
		[200, 2],
	] as const) {
		const time = new VirtualTime();
		lines.push(
			`   500 reads at ${ms} ms: ${((await time.until(newProcess(time, constantLatency(time, ms)).work(500))) / 1000).toFixed(2)} (${s})`,
		);
	}
	console.log(lines.join('\n'));
}, 600_000);
