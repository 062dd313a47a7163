/** What the pickers accept, by n8n's own rules for them. */
import { type INodeProperties, NodeHelpers, setSafeRegexEngine } from 'n8n-workflow';
import { pathFields } from '../../src/forms/pathFields';
import { aNode } from '../aNode';
import { plainPatterns } from '../engine/plainPatterns';

beforeAll(() => setSafeRegexEngine(plainPatterns));

const uuid = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';

/** What the editor shows in red below a picker. */
function issues(picker: INodeProperties, value: string, mode = 'id'): string[] {
	const values = { [picker.name]: { __rl: true, mode, value } };
	const { parameters = {} } = NodeHelpers.getParameterIssues(picker, values, '', aNode, null);
	return Object.values(parameters).flat();
}

describe.each<[string, INodeProperties, string[], string[]]>([
	[
		'User',
		pathFields.userId,
		[uuid, uuid.toUpperCase(), ` ${uuid}\n`, 'anna@example.com', 'Anna Berg <anna@example.com>'],
		['12', uuid.slice(1), `${uuid}0`, uuid.replace(/-/g, ''), '  '],
	],
	[
		'User Group',
		pathFields.groupId,
		['0', ' 12 ', '2147483647', 'Stores 1', '2.000', ' 1,5 ', '1e3', 'Two\nlines'],
		['-1', ' -12\n', '12345678901', '  '],
	],
	['Assignment', pathFields.assignmentId, ['5', uuid, ' a b '], ['  ']],
	['Run', pathFields.runId, ['5', uuid, ' a b '], ['  ']],
	['Thread', pathFields.threadId, ['5', uuid, ' a b '], ['  ']],
])('the picker %s', (label, picker, right, wrong) => {
	test('checks an ID as it is typed', () => {
		for (const value of right) expect(issues(picker, value)).toEqual([]);
		for (const value of wrong) expect(issues(picker, value)).toHaveLength(1);
	});

	test('is required, and has its list first', () => {
		expect(issues(picker, '', 'list')).toEqual([`Parameter "${label}" is required.`]);
		expect(picker.default).toEqual({ mode: 'list', value: '' });
	});

	test('has an example ID that it accepts', () => {
		const example = picker.modes?.at(-1)?.placeholder ?? '';
		expect(issues(picker, example.slice('e.g. '.length))).toEqual([]);
	});
});

test.each([
	[pathFields.userId, 'email', 'Anna Berg <anna@example.com>', 'anna'],
	[pathFields.groupId, 'name', '1.5', ' \n'],
])('a key is checked as it is typed', (picker, mode, right, wrong) => {
	expect(issues(picker, right, mode)).toEqual([]);
	expect(issues(picker, wrong, mode)).toHaveLength(1);
});

test('the list of runs is loaded again for another assignment', () => {
	expect(pathFields.runId.typeOptions).toEqual({ loadOptionsDependsOn: ['assignmentId.value'] });
});
