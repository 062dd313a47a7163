import { chain, itemsOf, manualTrigger, node, serviceNode } from '../../n8n/workflows.mjs';
import { addressOf, operations } from '../catalogue.mjs';
import { median, medianRatio, seconds } from '../statistics.mjs';
import { usersOf } from './reads.mjs';

const itemCount = 200;
const latencyMs = 100;

const measured = 'Update User';
const credentials = { integrationServiceOAuth2Api: { id: '', name: '' } };
const jsonBody = '={{ JSON.stringify({ firstName: $json.firstName }) }}';

const ourNode = serviceNode(measured, 'integrationServiceUser', {
	resource: 'user',
	operation: 'update',
	userId: { __rl: true, mode: 'id', value: '={{ $json.userId }}' },
	updateFields: { firstName: '={{ $json.firstName }}' },
});

/**
 * Updates of different records.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function updates(bed) {
	const service = await bed.startService({ latencyMs, seed: { users: itemCount } }, 'user.update');
	const { sandbox } = service;
	const theirNode = node(
		measured,
		'n8n-nodes-base.httpRequest',
		{
			method: operations['user.update'].method,
			url: addressOf(sandbox, 'user.update'),
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'integrationServiceOAuth2Api',
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options: {},
		},
		{ typeVersion: 4.2, credentials },
	);
	/** @type {{ ours: number[], theirs: number[] }} */
	const times = { ours: [], theirs: [] };
	let changes = 0;

	/**
	 * @param {keyof typeof times} way
	 * @param {typeof ourNode} updater
	 */
	async function measure(way, updater) {
		changes += 1;
		const firstName = `Changed ${changes}`;
		const users = usersOf(sandbox).map((user) => ({ ...user, firstName }));
		const nodes = [manualTrigger(), ...itemsOf(users), updater];
		const execution = await bed.run(chain(`Updates: ${way}`, nodes), service);
		const changed = [...sandbox.state.users.values()].filter(
			(user) => user.firstName === firstName,
		);
		if (changed.length !== itemCount) throw new Error(`"${way}" changed ${changed.length} users.`);
		times[way].push(execution.executionTime(measured));
	}

	return {
		title: `${itemCount} updates`,
		async round(counts) {
			if (!counts) return;
			await measure('theirs', theirNode);
			await measure('ours', ourNode);
		},
		findings: () => ({
			title: `${itemCount} updates of different records`,
			explanation: `User > Update for each item; an answer takes ${latencyMs} ms.`,
			columns: ['HTTP Request', 'our node', 'our node / HTTP Request'],
			rows: [
				[
					seconds(median(times.theirs)),
					seconds(median(times.ours)),
					medianRatio(times.ours, times.theirs).toFixed(2),
				],
			],
			checks: [],
		}),
	};
}
