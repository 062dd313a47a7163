import { chain, itemsOf, manualTrigger } from '../../n8n/workflows.mjs';
import { percent } from '../statistics.mjs';
import { Profiler, timeByOrigin } from '../profiler.mjs';
import { ourGetUser } from './reads.mjs';

const itemCount = 2000;
const userCount = 500;

/** The owners of the code that an item needs, by folder. */
const origins = new Map([
	['our package', /n8n-nodes-integration-service\/dist/],
	['expressions of n8n', /expression|tournament|isolated-vm|workflow-data-proxy/],
	['n8n’s request helper and HTTP', /axios|follow-redirects|form-data|request-helper|^node:/],
]);

/**
 * What the processor does for an item, by n8n's own profiler.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function profile(bed) {
	const service = await bed.startService({ seed: { users: userCount } }, 'user.get');
	const users = [...service.sandbox.state.users.keys()];
	const items = Array.from({ length: itemCount }, (_, index) => ({
		userId: users[index % userCount],
	}));
	/** @type {Map<string, number>} */
	let times = new Map();
	return {
		title: 'A profile of n8n',
		async round(counts) {
			if (counts && times.size > 0) return;
			const profiler = await Profiler.connect(bed.inspectorPort);
			await profiler.start();
			const nodes = [manualTrigger(), ...itemsOf(items), ourGetUser];
			await bed.run(chain('Profile', nodes), service);
			const found = timeByOrigin(await profiler.stop(), origins);
			if (counts) times = found;
		},
		findings() {
			times.delete('idle');
			const total = [...times.values()].reduce((sum, time) => sum + time, 0);
			const names = [...origins.keys(), 'rest'];
			return {
				title: 'What the processor does for an item',
				explanation: `A profile of n8n while it runs a workflow with ${itemCount.toLocaleString('en')} User > Get items at a service that answers at once. The rest is n8n’s own: starting the workflow, making and storing its items.`,
				columns: ['', 'milliseconds for an item', 'share'],
				rows: names.map((name) => [
					name,
					((times.get(name) ?? 0) / itemCount).toFixed(3),
					percent((times.get(name) ?? 0) / total),
				]),
				checks: [],
			};
		},
	};
}
