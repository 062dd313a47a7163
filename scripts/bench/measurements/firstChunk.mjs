import { setTimeout as wait } from 'node:timers/promises';
import { chain, serviceNode, webhookTrigger } from '../../n8n/workflows.mjs';
import { median } from '../statistics.mjs';

const answersInARound = 5;
const latencyMs = 100;
const path = 'bench-first-chunk';

/**
 * How long the first word of an answer is on its way to the caller of a streaming webhook.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function firstChunk(bed) {
	const { client, host } = bed;
	const { sandbox, credential } = await bed.startService({ latencyMs }, 'thread.create');
	const workflow = await client.importWorkflow(
		chain('First chunk', [
			webhookTrigger(path, { responseMode: 'streaming' }),
			serviceNode('Ask', 'integrationServiceAgent', {
				resource: 'thread',
				operation: 'create',
				question: 'How are sales?',
			}),
		]),
		[credential],
	);
	await client.activate(workflow);
	/** @type {{ fromCall: number[], fromService: number[] }} */
	const times = { fromCall: [], fromService: [] };

	async function ask() {
		let sentAt = Number.NaN;
		sandbox.scriptStream({
			async *chunks() {
				sentAt = performance.now();
				yield `event: delta\ndata: ${JSON.stringify({ delta: 'Sales ' })}\n\n`;
				await wait(300);
				yield 'event: done\ndata: {}\n\n';
			},
		});
		const calledAt = performance.now();
		const response = await fetch(`${host.baseUrl}/webhook/${path}`, { method: 'POST' });
		let text = '';
		for await (const chunk of response.body ?? []) {
			const arrivedAt = performance.now();
			const seen = text.includes('Sales');
			text += Buffer.from(chunk).toString();
			if (seen || !text.includes('Sales')) continue;
			times.fromCall.push(arrivedAt - calledAt);
			times.fromService.push(arrivedAt - sentAt);
		}
		if (!text.includes('Sales')) throw new Error(`The webhook answered: ${text}`);
	}

	return {
		title: 'The first chunk of an answer',
		async round(counts) {
			for (let asked = 0; asked < answersInARound; asked++) await ask();
			if (!counts) times.fromCall.length = times.fromService.length = 0;
		},
		findings: () => ({
			title: 'The first chunk of an answer',
			explanation: `A webhook that streams, with Agent > Thread > Create; the service begins its answer after ${latencyMs} ms.`,
			columns: ['from the call of the webhook', 'from the service'],
			rows: [
				[`${median(times.fromCall).toFixed(0)} ms`, `${median(times.fromService).toFixed(1)} ms`],
			],
			checks: [],
		}),
	};
}
