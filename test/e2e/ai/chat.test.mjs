// The agent's answer as it appears, word by word, in n8n's chat.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Editor } from '../../../scripts/browser/editor.mjs';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { agentChat, chat } from '../../../scripts/browser/agentChat.mjs';

const words = ['Sales ', 'rose ', 'by ', 'four ', 'percent.'];
const answer = words.join('');
const question = 'How were the sales?';

/** Milliseconds between two words, so that one that was held back is told from one that was not. */
const pause = 600;

/** @type {import('../../../scripts/n8n/testBed.mjs').TestBed} */
let bed;
/** @type {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} */
let workflow;

before(async () => {
	bed = await startTestBed();
	workflow = await bed.client.importWorkflow(agentChat('ask'), bed.credentials);
	await bed.client.activate(workflow);
	// n8n loads what a first execution needs.
	await chat(bed.host.baseUrl, 'ask', question);
});

after(async () => await bed?.stop());

/**
 * Has the service's next answer come word by word.
 *
 * @returns {number[]} when each word went out, in milliseconds since 1970
 */
function speakSlowly() {
	/** @type {number[]} */
	const sentAt = [];
	bed.sandbox.scriptStream({
		chunks: (async function* () {
			for (const word of words) {
				await wait(pause);
				sentAt.push(Date.now());
				yield `event: delta\ndata: ${JSON.stringify({ delta: word })}\n\n`;
			}
			await wait(pause);
			yield 'event: done\ndata: {}\n\n';
		})(),
	});
	return sentAt;
}

/**
 * @param {readonly number[]} sentAt
 * @param {readonly number[]} seenAt
 * @returns {string} how much later each word was seen
 */
function requireLive(sentAt, seenAt) {
	const delays = sentAt.map((at, index) => (seenAt[index] ?? NaN) - at);
	for (const [index, delay] of delays.entries()) {
		assert.ok(delay < pause, `"${words[index]}" came ${delay} ms after it was sent.`);
	}
	return delays.map((delay) => `${Math.round(delay)} ms`).join(', ');
}

test('an open chat of the editor shows each word before the next one is sent', async (context) => {
	const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
	try {
		await editor.openWorkflow(workflow);
		await editor.openChat();
		const sentAt = speakSlowly();
		const states = await editor.watchChat(question, answer);
		const seenAt = words.map((_word, index) => {
			const text = words
				.slice(0, index + 1)
				.join('')
				.trim();
			return states.find((state) => state.text.includes(text))?.at ?? NaN;
		});
		context.diagnostic(`seen after it was sent: ${requireLive(sentAt, seenAt)}`);
		// Every word on its own, not all that had piled up.
		assert.equal(new Set(seenAt).size, words.length);
	} finally {
		await editor.close();
	}
});

test("an open chat's public address passes each word on before the next one is sent", async (context) => {
	const sentAt = speakSlowly();
	const chunks = await chat(bed.host.baseUrl, 'ask', question);
	const items = chunks.filter(({ type }) => type === 'item');
	assert.deepEqual(
		items.map(({ content }) => content),
		words,
	);
	const seenAt = items.map(({ at }) => at);
	context.diagnostic(`arrived after it was sent: ${requireLive(sentAt, seenAt)}`);
});
