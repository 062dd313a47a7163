import { Client, constantLatency, oneThread, seeded, TokenBucket } from './simulation';
import { VirtualTime } from '../virtualTime';
test('pace', async () => {
	const out: string[] = [];
	for (const [rate, burst, count, lat, ra] of [[50,20,500,20,1000],[50,20,500,50,1000],[50,20,500,20,undefined],[10,10,200,20,1000],[10,4,200,20,1000],[2,2,60,20,1000],[2,2,60,20,undefined]] as const) {
		let t = 0; let share = 0;
		for (const seed of [1,2,3,4,5,6]) {
			const time = new VirtualTime();
			const bucket = new TokenBucket(time, constantLatency(time, lat), rate, ra, burst);
			const client = new Client(time, bucket.answer, { cpu: oneThread(time, 1), random: seeded(seed) });
			t += (await time.until(client.work(count))) / 1000 / ((count - burst) / rate) / 6;
			share += bucket.refusedShare / 6;
		}
		out.push([rate, burst, lat, ra, t.toFixed(3), share.toFixed(3)].join(' '));
	}
	console.log(out.join('\n'));
}, 100000);
