const question = 'Which products sold best last week?';

/**
 * Reads a streamed response line by line.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<string>}
 */
async function* linesOf(response) {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of response.body ?? []) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
	if (rest) yield rest;
}

/** @type {import('./context.mjs').DemoStep} */
export const agentAnswer = {
	title: 'A question to the agent, its answer streamed through a webhook',
	async run({ bed: { client, host }, examples, signal }) {
		const workflow = examples.get('agent-ask');
		if (!workflow) throw new Error('examples/agent-ask.json is missing.');
		await client.activate(workflow);
		const path = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.webhook')?.parameters
			.path;
		const askedAt = performance.now();
		const response = await fetch(`${host.baseUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ question }),
			signal,
		});
		if (!response.ok) throw new Error(`The webhook answered with HTTP ${response.status}.`);

		const lines = [`"${question}"`];
		let chunks = 0;
		for await (const line of linesOf(response)) {
			const { type, content, metadata } = JSON.parse(line);
			if (type === 'error') throw new Error(`The answer broke off: ${content}`);
			if (type !== 'item' || metadata?.nodeName !== 'Ask') continue;
			chunks += 1;
			const milliseconds = Math.round(performance.now() - askedAt);
			lines.push(`${`+${milliseconds}`.padStart(6)} ms  ${String(content).trim()}`);
		}
		await client.deactivate(workflow);
		if (chunks < 2) throw new Error(`The answer came in ${chunks} chunks.`);
		return lines;
	},
};
