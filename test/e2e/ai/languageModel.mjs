import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * What the model says next: a text, or tools to call with their arguments.
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
 * A language model that says what it is told to.
 *
 * @typedef {object} LanguageModel
 * @property {string} baseUrl for n8n's OpenAI credential
 * @property {Turn[]} turns what was asked of it, oldest first
 * @property {() => Promise<void>} close
 */

/**
 * Starts a language model with OpenAI's interface on a free port.
 *
 * @param {(turn: Turn) => Saying} speak
 * @returns {Promise<LanguageModel>}
 */
export async function startLanguageModel(speak) {
	/** @type {Turn[]} */
	const turns = [];
	const server = createServer(async (request, response) => {
		if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
			response.writeHead(404).end();
			return;
		}
		let body = '';
		for await (const chunk of request) body += chunk;
		/** @type {Turn} */
		const turn = JSON.parse(body);
		turns.push(turn);
		const message = asMessage(speak(turn));
		if (turn.stream) sendPieces(response, message);
		else sendWhole(response, message);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		turns,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
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
	return {
		role: 'assistant',
		content: null,
		tool_calls: saying.map(({ tool, parameters }, index) => ({
			index,
			id: `call_${randomUUID()}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(parameters) },
		})),
	};
}

/** @param {ReturnType<typeof asMessage>} message */
function reasonToFinish(message) {
	return message.content === null ? 'tool_calls' : 'stop';
}

/** @param {string} object */
function envelope(object) {
	return { id: `chatcmpl-${randomUUID()}`, object, created: 0, model: 'test-model' };
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {ReturnType<typeof asMessage>} message
 */
function sendWhole(response, message) {
	const choice = { index: 0, message, finish_reason: reasonToFinish(message) };
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ ...envelope('chat.completion'), choices: [choice], usage }));
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {ReturnType<typeof asMessage>} message
 */
function sendPieces(response, message) {
	const choices = [
		{ index: 0, delta: message, finish_reason: null },
		{ index: 0, delta: {}, finish_reason: reasonToFinish(message) },
	];
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const choice of choices) {
		const piece = { ...envelope('chat.completion.chunk'), choices: [choice] };
		response.write(`data: ${JSON.stringify(piece)}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}
