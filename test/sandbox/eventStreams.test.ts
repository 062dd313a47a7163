import { sleep } from 'n8n-workflow';
import { until } from '../until';
import { open, send } from './client';
import { eventText, type StreamChunk } from './index';
import { sandboxUnderTest } from './sandboxUnderTest';

const service = sandboxUnderTest();
const question = { body: { question: 'How were the sales last week?' } };

test('sends a script byte for byte, once, for its operation', async () => {
	const euro = Buffer.from('€');
	service().scriptStream(
		{ chunks: ['data: ', euro.subarray(0, 1), { bytes: euro.subarray(1), delayMs: 20 }, '\r\n'] },
		{ operation: 'message.create' },
	);
	const path = { threadId: service().samples.threadId ?? '' };
	expect((await send(service(), 'thread.create', question)).text).toContain('event: done');
	expect((await send(service(), 'message.create', { path, ...question })).text).toBe('data: €\r\n');
	expect((await send(service(), 'message.create', { path, ...question })).text).toContain('done');
	expect(service().streams[1]).toMatchObject({ chunksSent: 4, bytesSent: 11 });
});

test('ends a stream when the client disconnects', async () => {
	let made = 0;
	async function* endless(): AsyncGenerator<StreamChunk> {
		for (;;) {
			made += 1;
			yield { bytes: `data: ${made}\n\n`, delayMs: 5 };
		}
	}
	service().scriptStream({ chunks: endless() });
	service().scriptStream({ chunks: ['data: 1\n\n'], ending: 'stall' });
	for (const index of [0, 1]) {
		const { body } = await open(service(), 'thread.create', question);
		for await (const chunk of body) {
			expect(String(chunk)).toContain('data: 1');
			break;
		}
		await until(() => service().streams[index]?.endedAt !== undefined);
		expect(service().streams[index]?.closedByClient).toBe(true);
	}
	const before = made;
	await sleep(50);
	expect(made).toBe(before);
});

test('sends 100,000 events no faster than the client reads', async () => {
	const count = 100_000;
	let made = 0;
	async function* many(): AsyncGenerator<StreamChunk> {
		for (let index = 0; index < count; index += 1) {
			made += 1;
			yield eventText('delta', { delta: `${index} ${'x'.repeat(170)}` });
		}
	}
	service().scriptStream({ chunks: many() });
	const { body } = await open(service(), 'thread.create', question);
	// Unread, the stream stops with no more under way than the sockets hold.
	for (let before = -1; before !== made; await sleep(200)) before = made;
	expect(made).toBeLessThan(count / 2);
	await body.dump({ limit: 100_000_000 });
	expect(service().streams).toMatchObject([{ chunksSent: count, closedByClient: false }]);
});
