/** What the pickers take, by n8n's own rules for them. */
import { type INodeProperties, NodeHelpers, setSafeRegexEngine } from 'n8n-workflow';
import {
	assignmentPicker,
	groupPicker,
	runPicker,
	threadPicker,
	userPicker,
} from '../../src/forms/pickers';
import { pathParameters } from '../../src/api/operations';
import { aNode } from '../aNode';
import { untimedPatterns } from '../engine/untimedPatterns';

beforeAll(() => setSafeRegexEngine(untimedPatterns));

const uuid = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';

/** What the editor shows in red where an identifier is typed. */
function complaints(picker: INodeProperties, value: string, mode = 'id'): string[] {
	const values = { [picker.name]: { __rl: true, mode, value } };
	const { parameters = {} } = NodeHelpers.getParameterIssues(picker, values, '', aNode, null);
	return Object.values(parameters).flat();
}

const pickers = [userPicker, groupPicker, assignmentPicker, runPicker, threadPicker];

test.each<[string, INodeProperties, string[], string[], string]>([
	[
		'user',
		userPicker,
		[uuid, uuid.toUpperCase(), ` ${uuid}\n`],
		['12', uuid.slice(1), `${uuid}0`, uuid.replace(/-/g, '')],
		'The ID of the user is a UUID such as 8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12',
	],
	[
		'user group',
		groupPicker,
		['0', ' 12 ', '2147483647'],
		['-1', '1.5', 'twelve', '12345678901', uuid],
		'The ID of the user group is a whole number',
	],
])('the ID of a %s is checked as it is typed', (_what, picker, right, wrong, message) => {
	for (const value of right) expect(complaints(picker, value)).toEqual([]);
	for (const value of wrong) expect(complaints(picker, value)).toEqual([message]);
});

test.each([
	[assignmentPicker, 'The ID of the assignment is not empty'],
	[runPicker, 'The ID of the run is not empty'],
	[threadPicker, 'The ID of the thread is not empty'],
])('any other ID may look like anything: $name', (picker, message) => {
	for (const value of ['5', uuid, ' a b ']) expect(complaints(picker, value)).toEqual([]);
	expect(complaints(picker, '  ')).toEqual([message]);
});

describe.each(pickers.map((picker) => [picker.displayName, picker] as const))(
	'%s',
	(label, picker) => {
		test('has to be picked, from a list at first', () => {
			expect(complaints(picker, '', 'list')).toEqual([`Parameter "${label}" is required.`]);
			expect(picker.default).toEqual({ mode: 'list', value: '' });
			expect(picker.modes?.map(({ name, displayName }) => [name, displayName])).toEqual([
				['list', 'From List'],
				['id', 'By ID'],
			]);
		});

		test('is called as messages about it call it', () => {
			expect(Object.entries(pathParameters)).toContainEqual([
				picker.name,
				expect.objectContaining({ displayName: label }),
			]);
		});

		test('has an example of an ID that it takes', () => {
			const example = picker.modes?.at(-1)?.placeholder ?? '';
			expect(example).toMatch(/^e\.g\. \S/);
			expect(complaints(picker, example.slice('e.g. '.length))).toEqual([]);
		});

		test('lets the user search the list, and says where an ID is found', () => {
			const [list] = picker.modes ?? [];
			expect(list).toMatchObject({
				type: 'list',
				placeholder: 'Choose…',
				typeOptions: { searchListMethod: `search${label.replace(' ', '')}s`, searchable: true },
			});
			expect(picker.description).toMatch(/^The \w.* By ID, it is the .* show(s for each user)?\.$/);
		});
	},
);

test('only the list of runs is fetched again where another record is picked', () => {
	expect(pickers.map(({ typeOptions }) => typeOptions)).toEqual([
		undefined,
		undefined,
		undefined,
		{ loadOptionsDependsOn: ['assignmentId.value'] },
		undefined,
	]);
});
