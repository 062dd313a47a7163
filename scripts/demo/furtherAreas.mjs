import { runExample } from './context.mjs';

/** What each example puts out, by node. */
const expectations = /** @type {const} */ ([
	['groups-from-list', { Preview: 2, 'Create or Update': 2, 'Get by Name': 2 }],
	['accounting-journals', { 'List Periods': 3, 'List Journals': 12 }],
	['category-properties', { 'Reach State': 1, 'Reach State Again': 1 }],
	['variant-properties', { 'Create Key': 1, 'Name Is Taken': 1 }],
	['helpdesk', { Unassigned: 1 }],
	['web-pages', { 'Get Page': 1, 'List Sections': 3 }],
	['order-management', { 'Register Return': 1, 'Register Parcel': 1 }],
	['any-other-operation', { 'List Groups': 5 }],
]);

/** @type {import('./context.mjs').DemoStep} */
export const furtherAreas = {
	title: 'Lists of groups, journals, properties, helpdesk, web pages, returns and requests by path',
	async run(context) {
		const lines = [];
		for (const [name, expected] of expectations) {
			const execution = await runExample(context, name);
			const counts = Object.entries(expected).map(([node, count]) => {
				const found = execution.items(node).length;
				if (found !== count)
					throw new Error(`"${node}" of ${name} put out ${found} items, not ${count}.`);
				return `${node} ${found}`;
			});
			lines.push(`${name.padEnd(20)}  items: ${counts.join(', ')}`);
		}
		return lines;
	},
};
