import { isDeepStrictEqual } from 'node:util';
import { chain, itemsOf, manualTrigger, node, serviceNode } from '../../n8n/workflows.mjs';
import { addressOf, operations } from '../catalogue.mjs';
import { median, medianRatio, seconds } from '../statistics.mjs';

const itemCount = 500;

/** The name of the node that is measured. */
const measured = 'Get User';

/** For each latency in milliseconds the part of the HTTP Request node's time that ours may take. */
const highestRatios = new Map([
	[0, 0.2],
	[20, 0.2],
	[50, 0.25],
	[100, 0.3],
	[200, 0.4],
]);

/** The share of the floor's time that our node can take without latency. */
const highestOfFloor = 1.1;

/** @typedef {'theirs' | 'ours' | 'floor'} Way */

const credentials = { integrationServiceOAuth2Api: { id: '', name: '' } };

/** @param {import('../bed.mjs').Sandbox} sandbox */
function httpRequest(sandbox) {
	return node(
		measured,
		'n8n-nodes-base.httpRequest',
		{
			method: operations['user.get'].method,
			url: addressOf(sandbox, 'user.get'),
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'integrationServiceOAuth2Api',
			options: {},
		},
		{ typeVersion: 4.2, credentials },
	);
}

/** Our node, which reads a user for each item. */
export const ourGetUser = serviceNode(measured, 'integrationServiceUser', {
	resource: 'user',
	operation: 'get',
	userId: { __rl: true, mode: 'id', value: '={{ $json.userId }}' },
});

/**
 * An item for each user of a service.
 *
 * @param {import('../bed.mjs').Sandbox} sandbox
 */
export function usersOf({ state }) {
	return [...state.users.keys()].map((userId) => ({ userId }));
}

/**
 * The floor, at work on as many items as our node at the most.
 *
 * @param {import('../bed.mjs').Sandbox} sandbox
 * @param {number} parallel
 */
function floor(sandbox, parallel) {
	return node(measured, 'CUSTOM.floor', {
		work: 'read',
		url: addressOf(sandbox, 'user.get'),
		token: sandbox.issueToken('user.get'),
		parallel,
	});
}

/**
 * 500 reads, by the time that the service takes for an answer, in three ways.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function reads(bed) {
	// One service for all latencies, as the nodes remember what they learned about a service.
	const service = await bed.startService({ seed: { users: itemCount } }, 'user.get');
	const { sandbox } = service;
	const cells = [...highestRatios.keys()].map((latencyMs) => ({
		latencyMs,
		/** @type {Record<Way, number[]>} */
		times: { theirs: [], ours: [], floor: [] },
	}));
	let tokenRequests = 0;

	/**
	 * @param {typeof cells[number]} cell
	 * @param {Way} way
	 * @param {import('../../n8n/n8nRestClient.mjs').WorkflowNode} reader
	 */
	async function measure({ latencyMs, times }, way, reader) {
		sandbox.latencyMs = latencyMs;
		const users = usersOf(sandbox);
		sandbox.log.clear();
		const workflow = chain(`Reads: ${way}`, [manualTrigger(), ...itemsOf(users), reader]);
		const execution = await bed.run(workflow, service);
		const found = execution.items(measured).map(({ userId }) => ({ userId }));
		if (!isDeepStrictEqual(found, users)) throw new Error(`"${way}" did not get all users.`);
		if (way === 'ours') tokenRequests += sandbox.tokenRequests.length;
		times[way].push(execution.executionTime(measured));
	}

	return {
		title: `${itemCount} reads`,
		async round(counts) {
			for (const cell of cells) {
				await measure(cell, 'theirs', httpRequest(sandbox));
				await measure(cell, 'ours', ourGetUser);
				const parallel = sandbox.log.peakInFlight;
				await measure(cell, 'floor', floor(sandbox, parallel));
				if (counts) continue;
				for (const times of Object.values(cell.times)) times.length = 0;
			}
		},
		findings() {
			const ratio = (/** @type {typeof cells[number]} */ { times }) =>
				medianRatio(times.ours, times.theirs);
			const ofFloor = (/** @type {typeof cells[number]} */ { times }) =>
				medianRatio(times.ours, times.floor);
			return {
				title: `${itemCount} reads, by the time that the service takes for an answer`,
				explanation:
					'User > Get for each item, in one n8n at one service whose latency changes from run to run. The floor is a bare node in the same n8n that evaluates one expression and calls the request helper with a ready access token, with as many requests at the same time as our node.',
				columns: [
					'Service answers after',
					'HTTP Request',
					'our node',
					'floor',
					'our node / HTTP Request',
					'our node / floor',
				],
				rows: cells.map((cell) => [
					`${cell.latencyMs} ms`,
					seconds(median(cell.times.theirs)),
					seconds(median(cell.times.ours)),
					seconds(median(cell.times.floor)),
					ratio(cell).toFixed(2),
					ofFloor(cell).toFixed(2),
				]),
				checks: [
					...cells.map((cell) => ({
						title: `${itemCount} reads at ${cell.latencyMs} ms, our node / HTTP Request`,
						measured: ratio(cell),
						atMost: highestRatios.get(cell.latencyMs),
					})),
					...cells.slice(0, 1).map((cell) => ({
						title: `${itemCount} reads at ${cell.latencyMs} ms, our node / floor`,
						measured: ofFloor(cell),
						atMost: highestOfFloor,
					})),
					{
						title: 'Token requests of our node, over all rounds',
						measured: tokenRequests,
						exactly: 1,
					},
				],
			};
		},
	};
}
