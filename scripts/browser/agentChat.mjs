import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { chain, node, serviceNode } from '../n8n/workflows.mjs';

/**
 * Starts a run at each message of a chat, and streams the text of the nodes back to it.
 *
 * @param {string} path of the chat's public address
 */
function chatTrigger(path) {
	return node(
		'Chat',
		'@n8n/n8n-nodes-langchain.chatTrigger',
		{ public: true, mode: 'webhook', options: { responseMode: 'streaming' } },
		{ typeVersion: 1.4, webhookId: path },
	);
}

/**
 * A workflow that passes a chat's messages on to the agent.
 *
 * @param {string} path of the chat's public address
 */
export function agentChat(path) {
	return chain('Ask the agent', [
		chatTrigger(path),
		serviceNode('Ask', 'integrationServiceAgent', {
			resource: 'thread',
			operation: 'create',
			question: '={{ $json.chatInput }}',
		}),
	]);
}

/** @typedef {{ type: string, content?: string, at: number }} Chunk with its time of arrival, in milliseconds since 1970 */

/**
 * Calls a webhook or a chat that streams.
 *
 * @param {string} address
 * @param {object} body
 * @param {Chunk[]} [chunks] to which what arrives is added at once
 */
export async function readChunks(address, body, chunks = []) {
	const response = await fetch(address, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok || !response.body) {
		throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
	}
	for await (const line of createInterface({ input: Readable.fromWeb(response.body) })) {
		chunks.push({ at: Date.now(), ...JSON.parse(line) });
	}
	return chunks;
}

/**
 * Sends a message to the public address of an active chat.
 *
 * @param {string} baseUrl of the running n8n
 * @param {string} path
 * @param {string} message
 * @param {string} [sessionId]
 */
export async function chat(baseUrl, path, message, sessionId = 'session') {
	return await readChunks(`${baseUrl}/webhook/${path}/chat`, {
		action: 'sendMessage',
		sessionId,
		chatInput: message,
	});
}

/**
 * A workflow whose chat a program can use, which has no login of n8n.
 *
 * @param {import('../n8n/n8nRestClient.mjs').Workflow} workflow
 * @returns {{ workflow: import('../n8n/n8nRestClient.mjs').Workflow, path: string }} with the path of the chat
 */
export function withOpenChat(workflow) {
	let path = '';
	const nodes = workflow.nodes.map((each) => {
		if (!each.type.endsWith('.chatTrigger')) return each;
		path = String(Reflect.get(each, 'webhookId'));
		return { ...each, parameters: { ...each.parameters, authentication: 'none' } };
	});
	return { workflow: { ...workflow, nodes }, path };
}
