// The agent's answer as it arrives, word by word: at a webhook, at a public chat, and in the editor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentChat } from '../../scripts/browser/agentChat.mjs';
import { Editor } from '../../scripts/browser/editor.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { answerEvents, requireLive, requireLiveChat, words } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed());
const workflow = await bed.client.importWorkflow(agentChat('chat'), bed.credentials);
await bed.client.activate(workflow);

test('sends each word to the caller before the next one is sent', async () => {
	await requireLive(bed, 'ask', bed.credential);
});

test('sends each word to a public chat before the next one is sent', async () => {
	await requireLiveChat(bed, 'chat');
});

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
