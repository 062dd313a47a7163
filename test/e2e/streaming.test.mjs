// The agent's answer as it arrives, word by word: at a webhook, at a public chat, and in the editor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { agentChat, readChunks } from '../../scripts/browser/agentChat.mjs';
import { Editor } from '../../scripts/browser/editor.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { webhookTrigger } from '../../scripts/n8n/workflows.mjs';
import { answerEvents, asking, words, workflowOf } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed());
const workflow = await bed.client.importWorkflow(agentChat('chat'), bed.credentials);
await bed.client.activate(workflow);

await bed.client.activate(
	await bed.client.importWorkflow(
		workflowOf(asking, [], webhookTrigger('ask', { responseMode: 'streaming' })),
		bed.credentials,
	),
);

for (const [caller, path, body] of /** @type {const} */ ([
	['the caller of a webhook', 'ask', {}],
	['a public chat', 'chat/chat', { action: 'sendMessage', sessionId: 'one', chatInput: 'Sales?' }],
])) {
	test(`sends each word to ${caller} before the next one is sent`, async () => {
		/** @type {import('../../scripts/browser/agentChat.mjs').Chunk[]} */
		const chunks = [];
		const received = () => chunks.map(({ content = '' }) => content).join('');
		/** @type {string[]} */
		const late = [];
		const afterWord = async (/** @type {string} */ word) => {
			// Longer than any word takes on a machine under load.
			const giveUp = Date.now() + 20_000;
			while (!received().includes(word) && Date.now() < giveUp) await wait(5);
			if (!received().includes(word)) late.push(word);
		};
		bed.sandbox.scriptStream({ chunks: answerEvents(afterWord) });
		await readChunks(`${bed.host.baseUrl}/webhook/${path}`, body, chunks);
		assert.equal(received(), words.join(''));
		assert.deepEqual(late, []);
	});
}

test("shows each word in the editor's chat before the next one is sent", async () => {
	const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
	try {
		await editor.openWorkflow(workflow);
		await editor.openChat();
		let sent = '';
		const afterWord = async (/** @type {string} */ word) => {
			sent += word;
			await editor.waitForChat(sent.trim());
		};
		bed.sandbox.scriptStream({ chunks: answerEvents(afterWord) });
		await editor.sayInChat('How were the sales?');
		await editor.waitForChat(words.join(''));
		assert.equal(sent, words.join(''));
	} finally {
		await editor.close();
	}
});
