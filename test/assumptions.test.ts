/** docs/assumptions.md has a line for each question that a reading of the specification answers. */
import { readDocument } from './nodes/pages';
import { type Question, questions } from './sandbox/reading/choices';
import type { Reading } from './sandbox/reading';

const ignoredFields = 'Fields that an update ignores';
const names = 'Names of fields';

const lines: Readonly<Record<Question | keyof Reading, string>> = {
	names,
	otherNames: names,
	userGroups: 'User groups in the record of a user',
	userTenants: 'Connected tenants in the record of a user',
	userNames: 'First and last name of a user',
	userActive: 'Active flag of a user',
	groupLists: 'Lists in the record of a user group',
	lists: 'Fields of records in lists',
	pages: 'Records in a page',
	keywords: 'What a search with keywords finds',
	userUpdateIgnores: ignoredFields,
	groupUpdateIgnores: ignoredFields,
	createdUser: 'Response to a new user or user group',
	runStatuses: 'Statuses of runs',
	runEnd: 'End time of a run',
};

const rows = readDocument('assumptions.md')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, first = '', ...cells]) => ({
		first: first.replaceAll('*', '_'),
		cells: cells.slice(0, 3),
	}));

test.each([...questions, 'otherNames'] as const)(
	'the answer to %s is one line with its effect',
	(question) => {
		const found = rows.filter(({ first }) => first === lines[question]);
		expect(found).toHaveLength(1);
		expect(found[0]?.cells).not.toContain('');
	},
);
