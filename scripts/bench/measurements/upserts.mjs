import { chain, itemsOf, manualTrigger, serviceNode } from '../../n8n/workflows.mjs';
import { median, seconds } from '../statistics.mjs';

const rowCount = 1000;
const latencyMs = 20;
const measured = 'Create or Update';

const upserter = serviceNode(measured, 'integrationServiceUser', {
	resource: 'user',
	operation: 'upsert',
	emailAddress: '={{ $json.email }}',
	firstName: 'Ada',
	lastName: 'Berg',
});

/**
 * Create or Update of the same rows, twice.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function upserts(bed) {
	const service = await bed.startService({ latencyMs, seed: { users: 20 } }, 'user.create');
	const { sandbox } = service;
	/** @type {{ first: number[], second: number[] }} */
	const times = { first: [], second: [] };
	let round = 0;
	let requests = 0;
	let writes = 0;

	/** @param {Record<string, unknown>[]} rows */
	async function measure(rows) {
		const before = sandbox.requests.length;
		const nodes = [manualTrigger(), ...itemsOf(rows), upserter];
		const execution = await bed.run(chain('Create or Update', nodes), service);
		return {
			time: execution.executionTime(measured),
			sent: sandbox.requests.slice(before),
		};
	}

	return {
		title: `${rowCount} rows created or updated`,
		async round(counts) {
			if (!counts) return;
			round += 1;
			const rows = Array.from({ length: rowCount }, (_, index) => ({
				email: `row.${round}.${index}@example.org`,
			}));
			const first = await measure(rows);
			const second = await measure(rows);
			times.first.push(first.time);
			times.second.push(second.time);
			requests = Math.max(requests, second.sent.length / rowCount);
			writes += second.sent.filter(({ method }) => method !== 'GET').length;
		},
		findings: () => ({
			title: `${rowCount} rows created, then found unchanged`,
			explanation: `User > Create or Update for each row, twice; a response takes ${latencyMs} ms.`,
			columns: ['first time', 'second time', 'requests per row, second time'],
			rows: [[seconds(median(times.first)), seconds(median(times.second)), requests.toFixed(2)]],
			checks: [
				{
					title: 'Create or Update, requests per row that exists, worst round',
					measured: requests,
					atMost: 2.2,
				},
				{
					title: 'Create or Update, writes for rows that are up to date',
					measured: writes,
					exactly: 0,
				},
			],
		}),
	};
}
