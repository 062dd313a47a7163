import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';

/**
 * The next response of the model: a text, or tools to call with their arguments.
 *
 * @typedef {string | { tool: string, parameters: object }[]} Saying
 */

/**
 * A request for the next turn of a conversation, as OpenAI's chat completions are asked for.
 *
 * @typedef {object} Turn
 * @property {{ role: string, content: any }[]} messages
 * @property {{ function: { name: string, description: string, parameters: any } }[]} [tools]
 * @property {boolean} [stream]
 */

/**
 * Starts a test bed with a scripted language model, with OpenAI's interface.
 *
 * @returns with `turns`, what was asked of the model, and `speak`, what it answers with
 */
export async function startModelBed() {
	const bed = await startTestBed();
	const model = {
		/** @type {Turn[]} */
		turns: [],
		/** @type {(turn: Turn) => Saying} */
		speak: () => '',
	};
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		/** @type {Turn} */
		const turn = JSON.parse(body);
		model.turns.push(turn);
		sendMessage(response, asMessage(model.speak(turn)), turn.stream);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	bed.credentials.push(
		await bed.client.createCredential('Language model', 'openAiApi', {
			apiKey: 'any',
			url: `http://127.0.0.1:${port}/v1`,
		}),
	);
	return {
		...bed,
		model,
		stop: async () => {
			await bed.stop();
			server.closeAllConnections();
			server.close();
		},
	};
}

/**
 * The result that a tool gave, as the model reads it.
 *
 * @param {Turn} turn
 * @returns {string[]}
 */
export function toolResults({ messages }) {
	return messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
}

/** @param {Saying} saying */
function asMessage(saying) {
	if (typeof saying === 'string') return { role: 'assistant', content: saying };
	const calls = saying.map(({ tool, parameters }, index) => ({
		index,
		id: `call_${randomUUID()}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(parameters) },
	}));
	return { role: 'assistant', content: null, tool_calls: calls };
}

/**
 * A part of the answer as OpenAI writes it.
 *
 * @param {string} object
 * @param {Record<string, unknown>} choice
 */
function completion(object, choice) {
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const choices = [{ index: 0, finish_reason: null, ...choice }];
	const id = `chatcmpl-${randomUUID()}`;
	return JSON.stringify({ id, object, created: 0, model: 'test-model', choices, usage });
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {ReturnType<typeof asMessage>} message
 */
function sendMessage(response, message, isStreamed = false) {
	const end = { finish_reason: message.content === null ? 'tool_calls' : 'stop' };
	if (!isStreamed) {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(completion('chat.completion', { message, ...end }));
		return;
	}
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const choice of [{ delta: message }, { delta: {}, ...end }]) {
		response.write(`data: ${completion('chat.completion.chunk', choice)}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}
