import { chain, itemsOf, manualTrigger } from '../../n8n/workflows.mjs';
import { median, seconds } from '../statistics.mjs';
import { ourGetUser, usersOf } from './reads.mjs';

const itemCount = 2000;
const latencyMs = 50;
const workers = 20;
const highestRatio = 1.15;
const idealMilliseconds = (itemCount / workers) * latencyMs;

/**
 * A service that gets slower, the more requests it has.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function busyService(bed) {
	const service = await bed.startService({ latencyMs, seed: { users: itemCount } }, 'user.get');
	service.sandbox.limitWorkers(workers);
	const users = usersOf(service.sandbox);
	const workflow = chain('Busy service', [manualTrigger(), ...itemsOf(users), ourGetUser]);
	/** @type {number[]} */
	const times = [];
	const title = `${itemCount} reads at a service that works on ${workers} requests at a time`;

	return {
		title,
		async round(counts) {
			const execution = await bed.run(workflow, service);
			if (counts) times.push(execution.executionTime(ourGetUser.name));
		},
		findings: () => ({
			title,
			explanation: `The other requests wait, so responses get slower, the more requests there are. The work takes ${latencyMs} ms. Ideal are ${seconds(idealMilliseconds)}.`,
			columns: ['our node', 'time / ideal'],
			rows: [[seconds(median(times)), (median(times) / idealMilliseconds).toFixed(2)]],
			checks: [
				{
					title: `A service that works on ${workers} at a time: time / ideal`,
					measured: median(times) / idealMilliseconds,
					atMost: highestRatio,
				},
			],
		}),
	};
}
