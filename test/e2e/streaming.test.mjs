// The agent's answer as it arrives, word by word: at a webhook, at a public chat, and in the editor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
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

test("shows each word on its own in the editor's chat", async () => {
	const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
	try {
		await editor.openWorkflow(workflow);
		await editor.openChat();
		// The editor draws what has arrived at its own pace.
		bed.sandbox.scriptStream({ chunks: answerEvents(async () => await wait(600)) });
		const states = await editor.watchChat('How were the sales?', words.join(''));
		const seen = words.map((_word, index) => {
			const text = words.slice(0, index + 1).join('');
			return states.findIndex((state) => state.text.includes(text.trim()));
		});
		assert.equal(new Set(seen).size, words.length);
	} finally {
		await editor.close();
	}
});
