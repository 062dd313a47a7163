// The agent's answer as it reaches the caller of a webhook that streams, chunk by chunk.
import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { chain, serviceNode, webhookTrigger } from '../../scripts/n8n/workflows.mjs';

const words = ['Sales ', 'rose ', 'by 4 % ', 'last ', 'week.'];

/** Milliseconds between two words, so that one that was held back is told from one that was not. */
const pause = 250;

/** So soon a word must reach the caller after the service sent it; milliseconds. */
const longestDelay = 50;

/** @typedef {{ type: string, content?: string, at: number }} Chunk */

/** @type {import('../../scripts/n8n/testBed.mjs').TestBed} */
let bed;

before(async () => {
	bed = await startTestBed();
	const workflow = await bed.client.importWorkflow(
		chain('Streaming', [
			webhookTrigger('ask', { responseMode: 'streaming' }),
			serviceNode('Agent', 'integrationServiceAgent', {
				resource: 'thread',
				operation: 'create',
				question: '={{ $json.body.question }}',
			}),
		]),
		bed.credentials,
	);
	await bed.client.activate(workflow);
	// n8n loads what a first execution needs.
	await ask(() => {});
});
after(async () => await bed?.stop());

/**
 * Sends the words at intervals.
 *
 * @param {(word: string) => void} sending called right before a word goes out
 * @param {string} [ending]
 */
async function* answer(sending, ending = 'event: done\ndata: {}\n\n') {
	yield `event: thread\ndata: {"threadId":"t-1"}\n\n`;
	for (const word of words) {
		await wait(pause);
		sending(word);
		yield `event: delta\ndata: ${JSON.stringify({ delta: word })}\n\n`;
	}
	await wait(pause);
	yield ending;
}

/**
 * Calls the webhook.
 *
 * @param {(word: string) => void} sending
 * @param {Partial<import('../sandbox/index.js').StreamScript>} [script]
 * @returns {Promise<Chunk[]>} what arrived, with the time of arrival
 */
async function ask(sending, script = {}) {
	bed.sandbox.scriptStream({ chunks: answer(sending), ...script });
	const response = await fetch(`${bed.host.baseUrl}/webhook/ask`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ question: 'How were the sales?' }),
	});
	assert.equal(response.status, 200);
	assert.ok(response.body);
	/** @type {Chunk[]} */
	const chunks = [];
	for await (const line of createInterface({ input: Readable.fromWeb(response.body) })) {
		const at = performance.now();
		chunks.push({ ...JSON.parse(line), at });
	}
	return chunks;
}

const part = { item_id: 'msg_1', output_index: 0, content_index: 0 };

/** The events of an answer in public protocols, the text that goes out live, and that of the item. */
const protocols = [
	{
		name: 'OpenAI chat completions',
		events: [
			{
				object: 'chat.completion.chunk',
				choices: [{ index: 0, delta: { role: 'assistant', content: '' } }],
			},
			{ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Sales ' } }] },
			{
				object: 'chat.completion.chunk',
				choices: [{ index: 0, delta: { content: 'rose.' }, finish_reason: 'stop' }],
			},
			'[DONE]',
		],
		live: ['Sales ', 'rose.'],
		answer: 'Sales rose.',
	},
	{
		name: 'AG-UI',
		events: [
			{ type: 'RUN_STARTED', threadId: 't-1', runId: 'r-1' },
			{ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm-1', delta: 'Sales ' },
			{ type: 'TOOL_CALL_RESULT', toolCallId: 'c-1', messageId: 'm-2', content: '12 rows' },
			{ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm-3', delta: 'rose.' },
			{ type: 'RUN_FINISHED', threadId: 't-1', runId: 'r-1' },
		],
		live: ['Sales ', 'rose.'],
		answer: 'Sales rose.',
	},
	{
		name: 'OpenAI responses, whose final text replaces what was streamed',
		events: [
			{ type: 'response.output_text.delta', ...part, delta: 'Sales fell' },
			{ type: 'response.output_text.done', ...part, text: 'Sales rose.' },
			{ type: 'response.completed', response: { status: 'completed', output: [] } },
		],
		live: ['Sales fell'],
		answer: 'Sales rose.',
	},
];

/** The item of the last execution. */
async function lastItem() {
	const { results } = await bed.client.request('GET', '/rest/executions?limit=1');
	const execution = await bed.client.waitForExecution(results[0].id);
	assert.equal(execution.status, 'success', execution.failure);
	return execution.items('Agent')[0];
}

/** @param {number[]} values */
function median(values) {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

test('each word reaches the caller before the next one is sent', async (context) => {
	/** @type {number[]} */
	const firstDelays = [];
	/** @type {number[]} */
	const delays = [];
	for (let round = 0; round < 5; round += 1) {
		/** @type {Map<string, number>} */
		const sentAt = new Map();
		const chunks = await ask((word) => sentAt.set(word, performance.now()));
		const items = chunks.filter(({ type }) => type === 'item');
		assert.deepEqual(
			items.map(({ content }) => content),
			words,
		);
		assert.deepEqual([chunks[0]?.type, chunks.at(-1)?.type], ['begin', 'end']);
		const late = items.map(({ content = '', at }) => at - (sentAt.get(content) ?? NaN));
		for (const delay of late) assert.ok(delay >= 0 && delay < pause, `It came ${delay} ms later.`);
		firstDelays.push(late[0] ?? NaN);
		delays.push(...late);
	}
	const [first, any] = [median(firstDelays), median(delays)];
	const longest = Math.max(...delays);
	context.diagnostic(
		`from the service to the caller: first word ${first.toFixed(1)} ms, ` +
			`all words ${any.toFixed(1)} ms (medians), longest ${longest.toFixed(1)} ms`,
	);
	assert.ok(first < longestDelay, `The first word came ${first} ms after it was sent.`);
});

test('the execution keeps the whole answer', async () => {
	assert.deepEqual(await lastItem(), {
		threadId: 't-1',
		answer: words.join(''),
		eventCount: words.length + 2,
		complete: true,
	});
});

for (const { name, events, live, answer: expected } of protocols) {
	test(`the text of ${name} goes out live, and the item has what was sent last`, async () => {
		const texts = events.map((data) => (typeof data === 'string' ? data : JSON.stringify(data)));
		const chunks = await ask(() => {}, { chunks: texts.map((text) => `data: ${text}\n\n`) });
		const items = chunks.filter(({ type }) => type === 'item');
		assert.deepEqual(
			items.map(({ content }) => content),
			live,
		);
		const { answer: text, complete } = (await lastItem()) ?? {};
		assert.deepEqual({ text, complete }, { text: expected, complete: true });
	});
}

test('a caller whose answer breaks off has its beginning, and is told', async () => {
	const chunks = await ask(() => {}, {
		chunks: answer(() => {}, ': the last bytes\n\n'),
		ending: 'reset',
	});
	const text = chunks.flatMap(({ type, content }) => (type === 'item' ? content : []));
	assert.deepEqual(text, words);
	const told = chunks.find(({ type }) => type === 'error');
	assert.ok(told, 'n8n sends no chunk that says so.');
	assert.match(String(told.content), /^The answer is incomplete\./);
});
