/** docs/assumptions.md has all that the nodes assume: questions of readings, and protocols of answers. */
import { formats } from '../src/agent/answer/formats';
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

const document = readDocument('assumptions.md');

const rows = document
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

test('the protocols of answers are those of the table', () => {
	const [, models = '', frameworks = ''] =
		/Protocols of models: (.+)\. Protocols of frameworks: (.+)$/m.exec(document) ?? [];
	const listed = `${models}, ${frameworks}`.split(', ');
	const named = formats.map(({ name }) => listed.find((each) => name.startsWith(each)) ?? name);
	expect([...new Set(named)].sort()).toEqual(listed.sort());
});
