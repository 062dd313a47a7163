import assert from 'node:assert/strict';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
	chain,
	itemsOf,
	manualTrigger,
	serviceNode,
	webhookTrigger,
} from '../../../scripts/n8n/workflows.mjs';

/** @typedef {import('../../../scripts/n8n/testBed.mjs').TestBed} TestBed */

/** @typedef {import('../../../scripts/n8n/n8nRestClient.mjs').Credential} Credential */

/** @typedef {import('../../../scripts/n8n/execution.mjs').Json} Json */

/** What a failed item says, as the nodes put it out. @typedef {{ message: string, description: string, errorCode: string, httpStatus: number | null, answer?: string, complete?: boolean }} ItemError */

const apiCredential = 'integrationServiceOAuth2Api';

/** A read that needs nothing. */
export const someUsers = {
	type: 'integrationServiceUser',
	parameters: { resource: 'user', operation: 'getAll', returnAll: false, limit: 3 },
};

/** A question to the agent. */
export const asking = {
	type: 'integrationServiceAgent',
	parameters: {
		resource: 'thread',
		operation: 'create',
		question: 'How were the sales?',
	},
};

/** Longer than any word takes on a machine under load; milliseconds. */
const longestWait = 20_000;

/**
 * A credential of the sandbox's API client that reaches it by another address.
 *
 * @param {TestBed} bed
 * @param {string} address of the sandbox, without a slash at the end
 * @returns {Promise<Credential>}
 */
export async function createCredentialAt(bed, address) {
	const { authServerUrl } = bed.sandbox.credential;
	return await bed.client.createCredential(address, apiCredential, {
		...bed.sandbox.credential,
		baseUrl: address,
		authServerUrl: authServerUrl.replace(bed.sandbox.baseUrl, address),
	});
}

/**
 * Runs a node, and takes a failed item for an item.
 *
 * @param {TestBed} bed
 * @param {Credential} credential
 * @param {{ type: string, parameters: Record<string, unknown> }} [operation] reads three users by default
 * @param {readonly object[]} [items] what comes in; one empty item by default
 * @returns {Promise<(Json & { error?: ItemError })[]>}
 */
export async function runNode(bed, credential, operation = someUsers, items = []) {
	const workflow = await bed.client.importWorkflow(
		chain('Between', [
			manualTrigger(),
			...(items.length > 0 ? itemsOf(items) : []),
			serviceNode('Node', operation.type, operation.parameters, {
				onError: 'continueRegularOutput',
			}),
		]),
		[credential],
	);
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	return /** @type {(Json & { error?: ItemError })[]} */ (execution.items('Node'));
}

/**
 * Runs a node that is not to succeed.
 *
 * @param {Parameters<typeof runNode>} parameters
 * @returns {Promise<ItemError>}
 */
export async function runFailing(...parameters) {
	const [item] = await runNode(...parameters);
	assert.ok(item?.error, `It did not fail: ${JSON.stringify(item)}`);
	return item.error;
}

/**
 * A workflow that streams the agent's answer to the caller of a webhook.
 *
 * @param {TestBed} bed
 * @param {string} name path of the webhook
 * @param {Credential} credential
 * @returns {Promise<() => Promise<Caller>>} calls it
 */
export async function createStreaming(bed, name, credential) {
	const workflow = await bed.client.importWorkflow(
		chain(`Streaming ${name}`, [
			webhookTrigger(name, { responseMode: 'streaming' }),
			serviceNode('Agent', asking.type, asking.parameters),
		]),
		[credential],
	);
	await bed.client.activate(workflow);
	return async () => {
		const caller = new Caller();
		void caller.read(`${bed.host.baseUrl}/webhook/${name}`);
		return caller;
	};
}

/** Whoever listens to an answer at a webhook, and what it has heard. */
class Caller {
	/** @type {{ type: string, content?: string }[]} */
	chunks = [];

	/** @type {Promise<void>} */
	ended = Promise.resolve();

	/** @param {string} address */
	read(address) {
		this.ended = this.listen(address);
		return this.ended;
	}

	/** The text so far. */
	get text() {
		return this.chunks
			.flatMap(({ type, content }) => (type === 'item' && content ? [content] : []))
			.join('');
	}

	/** What the last chunk that tells a failure says. */
	get failure() {
		return this.chunks.findLast(({ type }) => type === 'error')?.content;
	}

	/**
	 * @param {string} text
	 * @returns {Promise<boolean>} whether the text came, in a time that is long enough for anything
	 */
	async hears(text) {
		const giveUp = Date.now() + longestWait;
		while (!this.text.includes(text)) {
			if (Date.now() > giveUp) return false;
			await wait(5);
		}
		return true;
	}

	/** @param {string} address */
	async listen(address) {
		const response = await fetch(address, { method: 'POST' });
		assert.equal(response.status, 200);
		assert.ok(response.body);
		for await (const line of createInterface({ input: Readable.fromWeb(response.body) })) {
			this.chunks.push(JSON.parse(line));
		}
	}
}

/** The words of an answer. */
export const words = ['Sales ', 'rose ', 'by 4 % ', 'last ', 'week.'];

/** The answer's item, once it is whole. */
export const wholeAnswer = {
	threadId: 't-1',
	answer: words.join(''),
	eventCount: words.length + 2,
	complete: true,
};

/**
 * The events of an answer.
 *
 * @param {(word: string) => Promise<unknown>} [afterWord] waited for before the next word is sent
 */
export async function* answerEvents(afterWord = async () => {}) {
	yield 'event: thread\ndata: {"threadId":"t-1"}\n\n';
	for (const word of words) {
		yield `event: delta\ndata: ${JSON.stringify({ delta: word })}\n\n`;
		await afterWord(word);
	}
	yield 'event: done\ndata: {}\n\n';
}
