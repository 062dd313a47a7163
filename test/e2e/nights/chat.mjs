import assert from 'node:assert/strict';
import { chat, withOpenChat } from '../../../scripts/browser/agentChat.mjs';
import { Recipe, requireRows, today } from './recipe.mjs';

/** The recipe with a chat, published. */
export class Chat {
	/** @param {import('../../../scripts/n8n/testBed.mjs').TestBed} bed */
	static async open(bed) {
		const recipe = await Recipe.read(bed, 'agent-chat');
		const { workflow, path } = withOpenChat(recipe.workflow);
		recipe.workflow = workflow;
		await recipe.fill('Chat threads', []);
		const stored = await recipe.store();
		await bed.client.activate(stored);
		return new Chat(recipe, path, stored);
	}

	/**
	 * @param {Recipe} recipe
	 * @param {string} path
	 * @param {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} stored
	 */
	constructor(recipe, path, stored) {
		this.recipe = recipe;
		this.path = path;
		this.stored = stored;
	}

	/**
	 * @param {string} sessionId
	 * @param {string} question
	 * @returns {Promise<string>} what the chat shows of the answer
	 */
	async ask(sessionId, question) {
		const { client, host } = this.recipe.bed;
		const chunks = await chat(host.baseUrl, this.path, question, sessionId);
		// The recipe writes its row after the answer.
		await client.waitForExecutions(this.stored, (await client.executions(this.stored)).length);
		return chunks.map(({ type, content }) => (type === 'item' ? content : '')).join('');
	}

	/** The questions in each thread that the chat began, by its ID. */
	get questions() {
		const { threads } = this.recipe.bed.sandbox.state;
		const asked = [...threads.values()].map(({ threadId, messages }) => ({
			threadId,
			questions: messages
				.filter(({ role, text }) => role === 'USER' && /^Q\d/.test(text))
				.map(({ text }) => text),
		}));
		return asked.filter(({ questions }) => questions.length > 0);
	}

	/**
	 * Requires that sessions have threads with these questions, and that the table knows them.
	 *
	 * @param {Record<string, string[]>} sessions
	 */
	async requireThreads(sessions) {
		const rows = await this.recipe.tables.read('Chat threads');
		requireRows(
			rows,
			Object.keys(sessions).map(() => ({ usedOn: today })),
		);
		const shown = rows.map(({ sessionId, threadId }) => [
			sessionId,
			this.questions.find((thread) => thread.threadId === threadId)?.questions,
		]);
		assert.deepEqual(Object.fromEntries(shown), sessions);
	}

	async close() {
		await this.recipe.bed.client.deactivate(this.stored);
	}
}
