import { sleep } from 'n8n-workflow';
import { until } from '../until';
import type { Sandbox, StreamChunk, StreamScript } from './index';
import { eventText, startSandbox } from './index';
import { open, send } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ streamDelayMs: 10 });
});

beforeEach(() => sandbox.reset());

afterAll(async () => await sandbox.close());

const question = { body: { question: 'How were the sales last week?' } };

function events(text: string) {
	return text
		.split('\n\n')
		.filter((block) => block !== '')
		.map((block) => {
			const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
			return {
				id: line('id'),
				event: line('event'),
				data: JSON.parse(line('data')) as Record<string, string>,
			};
		});
}

async function scripted(script: StreamScript) {
	sandbox.scriptStream(script);
	return await send(sandbox, 'thread.create', question);
}

it('answers with a thread, the answer in parts, and an end', async () => {
	const start = Date.now();
	const answer = await send(sandbox, 'thread.create', question);
	expect(answer.headers['content-type']).toBe('text/event-stream');
	const list = events(answer.text);
	expect(list.map(({ event }) => event)).toEqual([
		'thread',
		...Array.from({ length: list.length - 2 }, () => 'delta'),
		'done',
	]);
	expect(list.map(({ id }) => id)).toEqual(list.map((_each, index) => String(index + 1)));
	expect(Date.now() - start).toBeGreaterThanOrEqual((list.length - 1) * 10);

	const { threadId = '', messageId } = list[0]?.data ?? {};
	const text = list.map(({ data }) => data.delta ?? '').join('');
	expect(text).toContain(question.body.question);
	const messages = await send(sandbox, 'message.getAll', { path: { threadId } });
	expect(messages.json).toEqual({
		messages: [
			expect.objectContaining({ role: 'USER', text: question.body.question }),
			expect.objectContaining({ role: 'ASSISTANT', text, messageId }),
		],
	});
});

it('sends a script as it is, byte for byte', async () => {
	const euro = Buffer.from('€');
	const answer = await scripted({
		chunks: ['data: ', euro.subarray(0, 1), { bytes: euro.subarray(1), delayMs: 20 }, '\r\n\r\n'],
		contentType: 'text/plain',
		status: 201,
		headers: { 'x-stream': 'yes' },
	});
	expect(answer).toMatchObject({ status: 201, text: 'data: €\r\n\r\n' });
	expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'x-stream': 'yes' });
	expect(sandbox.streams).toMatchObject([{ chunksSent: 4, bytesSent: 13, closedByClient: false }]);
	expect(events((await send(sandbox, 'thread.create', question)).text).length).toBeGreaterThan(2);
});

it('uses a script as often as it is told, and for its operation', async () => {
	const script = { chunks: () => ['data: 1\n\n'] };
	sandbox.scriptStream(script, { operation: 'message.create', times: 2 });
	const { threadId = '' } = sandbox.samples;
	const message = async () =>
		(await send(sandbox, 'message.create', { path: { threadId }, ...question })).text;
	expect((await send(sandbox, 'thread.create', question)).text).toContain('event: done');
	expect(await message()).toBe('data: 1\n\n');
	expect(await message()).toBe('data: 1\n\n');
	expect(await message()).toContain('event: done');
});

it('cuts the connection after what it sent', async () => {
	sandbox.scriptStream({ chunks: ['data: 1\n\n', 'data: 2\n\n'], ending: 'reset' });
	const response = await open(sandbox, 'thread.create', question);
	const received: Buffer[] = [];
	await expect(async () => {
		for await (const chunk of response.body) received.push(chunk as Buffer);
	}).rejects.toThrow('other side closed');
	expect(Buffer.concat(received).toString()).toBe('data: 1\n\ndata: 2\n\n');
	expect(sandbox.streams).toMatchObject([{ closedByClient: false, endedAt: expect.any(Number) }]);
});

it('stalls until the client leaves, and notices that', async () => {
	sandbox.scriptStream({ chunks: ['data: 1\n\n'], ending: 'stall' });
	const response = await open(sandbox, 'thread.create', question);
	for await (const chunk of response.body) {
		expect(String(chunk)).toBe('data: 1\n\n');
		break;
	}
	await until(() => sandbox.streams[0]?.endedAt !== undefined);
	expect(sandbox.streams).toMatchObject([{ chunksSent: 1, bytesSent: 9, closedByClient: true }]);
});

it('stops sending when the client leaves', async () => {
	let made = 0;
	let finished = false;
	async function* endless(): AsyncGenerator<StreamChunk> {
		try {
			for (;;) {
				made += 1;
				yield { bytes: `data: ${made}\n\n`, delayMs: 5 };
			}
		} finally {
			finished = true;
		}
	}
	sandbox.scriptStream({ chunks: endless() });
	const response = await open(sandbox, 'thread.create', question);
	let read = 0;
	for await (const chunk of response.body) {
		read += (chunk as Buffer).length;
		if (read > 50) break;
	}
	await until(() => finished);
	expect(sandbox.streams[0]?.closedByClient).toBe(true);
	const before = made;
	await sleep(50);
	expect(made).toBe(before);
});

it('keeps the unfinished answer of a thread out of its messages', async () => {
	const response = await open(sandbox, 'thread.create', question);
	for await (const chunk of response.body) {
		expect(String(chunk)).toContain('event: thread');
		break;
	}
	await until(() => sandbox.streams[0]?.endedAt !== undefined);
	const thread = [...sandbox.state.threads.values()].at(-1);
	expect(thread?.messages.map(({ role }) => role)).toEqual(['USER']);
});

it('sends 100,000 events no faster than they are read', async () => {
	const count = 100_000;
	const padding = 'x'.repeat(170);
	let made = 0;
	async function* many(): AsyncGenerator<StreamChunk> {
		for (let index = 0; index < count; index += 1) {
			made += 1;
			yield eventText('delta', { delta: `${index} ${padding}` });
		}
	}
	sandbox.scriptStream({ chunks: many() });
	const response = await open(sandbox, 'thread.create', question);
	// Unread, the stream comes to a standstill with no more on its way than the sockets hold.
	for (let before = -1; before !== made; await sleep(200)) before = made;
	expect(made).toBeLessThan(count / 2);

	let bytes = 0;
	let ends = 0;
	for await (const chunk of response.body) {
		const buffer = chunk as Buffer;
		bytes += buffer.length;
		for (let at = buffer.indexOf('}\n'); at >= 0; at = buffer.indexOf('}\n', at + 1)) ends += 1;
	}
	expect(bytes).toBeGreaterThan(20_000_000);
	expect(Math.abs(ends - count)).toBeLessThan(5);
	expect(sandbox.streams).toMatchObject([
		{ chunksSent: count, bytesSent: bytes, closedByClient: false },
	]);
});

it('closes at once, whatever is open', async () => {
	const other = await startSandbox();
	other.scriptStream({ chunks: ['data: 1\n\n'], ending: 'stall' });
	other.faults.add({ operation: 'user.getAll', delayMs: 60_000 });
	const streaming = await open(other, 'thread.create', question);
	const waiting = send(other, 'user.getAll').catch(() => 'cut');
	await until(() => other.log.inFlight === 2);
	const start = Date.now();
	await other.close();
	expect(Date.now() - start).toBeLessThan(1000);
	expect(await waiting).toBe('cut');
	await expect(streaming.body.text()).rejects.toThrow();
	expect(other.streams).toMatchObject([{ closedByClient: false }]);
});

it('cuts the connection where a script fails, and goes on serving', async () => {
	sandbox.scriptStream({
		chunks: (function* () {
			yield 'data: 1\n\n';
			throw new Error('The script is broken');
		})(),
	});
	await expect(send(sandbox, 'thread.create', question)).rejects.toThrow('other side closed');
	expect(sandbox.streams).toMatchObject([{ chunksSent: 1, closedByClient: false }]);
	expect(sandbox.log.inFlight).toBe(0);
	expect((await send(sandbox, 'thread.create', question)).text).toContain('event: done');
});
