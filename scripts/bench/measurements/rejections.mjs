import { chain, itemsOf, manualTrigger } from '../../n8n/workflows.mjs';
import { median, seconds } from '../statistics.mjs';
import { ourGetUser, usersOf } from './reads.mjs';

const itemCount = 2000;
const latencyMs = 50;

/** What a service that others use, too, answers at random, and the seconds that this may take. */
const cases = [
	{ title: '1 % answered 429', status: 429, probability: 0.01, atMost: 8 },
	{ title: '5 % answered 429', status: 429, probability: 0.05, atMost: 15 },
	{ title: '5 % answered 503', status: 503, probability: 0.05, atMost: 14 },
];

/**
 * Requests that are rejected at random: there is no rate to learn.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function rejections(bed) {
	/** @type {{ title: string, atMost: number, times: number[], measure: () => Promise<void> }[]} */
	const cells = [];
	// A service of its own for each, as the nodes remember what they learned about a service.
	for (const { title, atMost, status, probability } of cases) {
		const service = await bed.startService({ latencyMs, seed: { users: itemCount } }, 'user.get');
		const { sandbox } = service;
		const rejection = { status, retryAfter: 1, probability, atOnce: true };
		sandbox.faults.add({ operation: 'user.get', ...rejection });
		const users = usersOf(sandbox);
		const nodes = [manualTrigger(), ...itemsOf(users), ourGetUser];
		/** @type {number[]} */
		const times = [];
		cells.push({
			title,
			atMost,
			times,
			async measure() {
				const execution = await bed.run(chain(`Rejections: ${title}`, nodes), service);
				times.push(execution.executionTime(ourGetUser.name));
			},
		});
	}

	return {
		title: `${itemCount} reads, some of them rejected`,
		async round(counts) {
			if (!counts) return;
			for (const { measure } of cells) await measure();
		},
		findings: () => ({
			title: `${itemCount} reads at a service that rejects some at random`,
			explanation: `As a service does that others use, too: with Retry-After of one second. A response takes ${latencyMs} ms, and a rejection none. A single item that fails ends the benchmark.`,
			columns: ['', 'our node'],
			rows: cells.map(({ title, times }) => [title, seconds(median(times))]),
			checks: cells.map(({ title, times, atMost }) => ({
				title: `${itemCount} reads, ${title}, seconds`,
				measured: median(times) / 1000,
				atMost,
			})),
		}),
	};
}
