import { readFile } from 'node:fs/promises';
import { chat, withOpenChat } from '../browser/agentChat.mjs';
import { DataTables } from '../n8n/dataTables.mjs';
import { table } from './table.mjs';

const questions = ['Which products sold best last week?', 'And the week before?'];

const example = new URL('../../examples/agent-chat.json', import.meta.url);

/** @type {import('./context.mjs').DemoStep} */
export const agentAnswer = {
	title: 'Two questions to the agent in a chat, their answers streamed',
	async run({ bed: { client, host, credentials } }) {
		const { workflow, path } = withOpenChat(JSON.parse(await readFile(example, 'utf8')));
		const stored = await client.importWorkflow(workflow, credentials);
		await client.activate(stored);
		const lines = [];
		for (const question of questions) {
			const askedAt = Date.now();
			lines.push(`"${question}"`);
			const chunks = await chat(host.baseUrl, path, question);
			const failed = chunks.find(({ type }) => type === 'error');
			if (failed) throw new Error(`The answer was interrupted: ${failed.content}`);
			const parts = chunks.filter(({ type }) => type === 'item');
			if (parts.length < 2) throw new Error(`The answer has ${parts.length} chunks.`);
			for (const { at, content = '' } of parts) {
				lines.push(`${`+${at - askedAt}`.padStart(6)} ms  ${content.trim()}`);
			}
		}
		await client.deactivate(stored);
		const threads = await new DataTables(client).read('Chat threads');
		if (threads.length !== 1) throw new Error(`The chat has ${threads.length} threads, not one.`);
		return [...lines, '', 'The thread of the chat:', ...table(threads, ['sessionId', 'threadId'])];
	},
};
