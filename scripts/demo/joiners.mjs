import { DataTables } from '../n8n/dataTables.mjs';
import { expectItems, runExample } from './context.mjs';
import { table } from './table.mjs';

const people = [
	{ email: 'maja.lind@example.org', firstName: 'Maja', lastName: 'Lind' },
	{ email: 'ola.nord@example.org', firstName: 'Ola', lastName: 'Nord' },
];

/** @type {import('./context.mjs').DemoStep} */
export const joiners = {
	title: 'A recipe: the joiners of an HR list, run twice',
	async run(context) {
		const tables = new DataTables(context.bed.client);
		// The first run creates the table.
		await runExample(context, 'joiners');
		await tables.insert('HR list', people);
		const runs = [];
		for (const action of ['created', 'unchanged']) {
			const execution = await runExample(context, 'joiners');
			const users = expectItems(execution, 'Create or Update', people.length);
			if (users.some((user) => user.action !== action))
				throw new Error(`"Create or Update" was to put out users that are ${action}.`);
			runs.push(...users.map(({ userId }) => ({ userId, action })));
		}
		return [
			'What the two runs did:',
			...table(runs, ['userId', 'action']),
			'',
			'The HR list:',
			...table(await tables.read('HR list'), ['email', 'userId', 'welcomedOn', 'problem']),
		];
	},
};
