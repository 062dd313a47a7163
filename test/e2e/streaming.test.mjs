// The agent's answer as it arrives, word by word: at a webhook, at a public chat, and in the editor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { agentChat, chat, readChunks } from '../../scripts/browser/agentChat.mjs';
import { Editor } from '../../scripts/browser/editor.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { chain, serviceNode, webhookTrigger } from '../../scripts/n8n/workflows.mjs';
import { asking, wholeAnswer, words } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const question = 'How were the sales?';

/** Milliseconds between two words, so a delayed word differs from one that was sent at once. */
const pause = 250;

/** The editor draws what has arrived at its own pace. */
const editorPause = 600;

/** So soon a word must reach the caller after the service sent it; milliseconds. */
const longestDelay = 50;

const bed = stopAfterTests(await startTestBed());
const { client, credentials } = bed;
const streaming = chain('Streaming', [
	webhookTrigger('ask', { responseMode: 'streaming' }),
	serviceNode('Node', asking.type, asking.parameters),
]);
await client.activate(await client.importWorkflow(streaming, credentials));
const chatWorkflow = await client.importWorkflow(agentChat('chat'), credentials);
await client.activate(chatWorkflow);
// n8n loads what a first execution needs.
await ask();
await chat(bed.host.baseUrl, 'chat', question);

async function ask() {
	return await readChunks(`${bed.host.baseUrl}/webhook/ask`, {});
}

/**
 * Makes the service send its next answer word by word.
 *
 * @param {{ between?: number, end?: string, ending?: 'reset' }} [how]
 * @returns {number[]} when each word went out, in milliseconds since 1970
 */
function speakSlowly({ between = pause, end = 'event: done\ndata: {}\n\n', ending } = {}) {
	/** @type {number[]} */
	const sentAt = [];
	async function* chunks() {
		yield `event: thread\ndata: {"threadId":"t-1"}\n\n`;
		for (const word of words) {
			await wait(between);
			sentAt.push(Date.now());
			yield `event: delta\ndata: ${JSON.stringify({ delta: word })}\n\n`;
		}
		await wait(between);
		yield end;
	}
	bed.sandbox.scriptStream({ chunks: chunks(), ending });
	return sentAt;
}

/**
 * Requires that each word was seen before the next one was sent.
 *
 * @param {readonly number[]} sentAt
 * @param {readonly number[]} seenAt
 * @param {number} [between]
 */
function requireLive(sentAt, seenAt, between = pause) {
	assert.equal(seenAt.length, words.length);
	const delays = sentAt.map((at, index) => (seenAt[index] ?? NaN) - at);
	for (const [index, delay] of delays.entries()) {
		assert.ok(delay >= 0 && delay < between, `"${words[index]}" came ${delay} ms later.`);
	}
	return delays;
}

/** @param {Awaited<ReturnType<typeof readChunks>>} chunks */
const itemsIn = (chunks) => chunks.filter(({ type }) => type === 'item');

/** @param {Awaited<ReturnType<typeof readChunks>>} chunks */
const textsIn = (chunks) => itemsIn(chunks).map(({ content }) => content);

/** The item of the last execution. */
async function lastItem() {
	const { results } = await bed.client.request('GET', '/rest/executions?limit=1');
	const execution = await bed.client.waitForExecution(results[0].id);
	assert.equal(execution.status, 'success', execution.failure);
	return execution.items('Node')[0];
}

/** @param {number[]} values */
function median(values) {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

test('sends each word to the caller before the next one arrives', async (context) => {
	/** @type {number[][]} */
	const rounds = [];
	for (let round = 0; round < 5; round += 1) {
		const sentAt = speakSlowly();
		const chunks = await ask();
		assert.deepEqual(textsIn(chunks), words);
		assert.deepEqual([chunks[0]?.type, chunks.at(-1)?.type], ['begin', 'end']);
		const seenAt = itemsIn(chunks).map(({ at }) => at);
		rounds.push(requireLive(sentAt, seenAt));
	}
	const first = median(rounds.map(([delay = NaN]) => delay));
	const longest = Math.max(...rounds.flat());
	context.diagnostic(
		`from the service to the caller: first word ${first} ms, ` +
			`all words ${median(rounds.flat())} ms (medians), longest ${longest} ms`,
	);
	assert.ok(first < longestDelay, `The first word came ${first} ms after it was sent.`);
	assert.deepEqual(await lastItem(), wholeAnswer);
});

test('sends the beginning of an interrupted answer, and an error', async () => {
	speakSlowly({ end: ': the last bytes\n\n', ending: 'reset' });
	const chunks = await ask();
	assert.deepEqual(textsIn(chunks), words);
	const error = chunks.find(({ type }) => type === 'error');
	assert.ok(error, 'n8n sent no error chunk.');
	assert.match(String(error.content), /^The answer is incomplete\./);
});

test('sends each word to a public chat before the next one arrives', async () => {
	const sentAt = speakSlowly();
	const chunks = await chat(bed.host.baseUrl, 'chat', question);
	assert.deepEqual(textsIn(chunks), words);
	const seenAt = itemsIn(chunks).map(({ at }) => at);
	requireLive(sentAt, seenAt);
});

test("shows each word in the editor's chat before the next one arrives", async (context) => {
	const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
	try {
		await editor.openWorkflow(chatWorkflow);
		await editor.openChat();
		const sentAt = speakSlowly({ between: editorPause });
		const states = await editor.watchChat(question, words.join(''));
		const seenAt = words.map((_word, index) => {
			const text = words.slice(0, index + 1).join('');
			return states.find((state) => state.text.includes(text.trim()))?.at ?? NaN;
		});
		context.diagnostic(`seen ${requireLive(sentAt, seenAt, editorPause).join(' ms, ')} ms later`);
		// Every word on its own, not all that had piled up.
		assert.equal(new Set(seenAt).size, words.length);
	} finally {
		await editor.close();
	}
});
