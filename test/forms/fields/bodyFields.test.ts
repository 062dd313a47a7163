/** What the forms of records take whose fields the specification does not describe. */
import type { IDataObject } from 'n8n-workflow';
import { readBody } from '../../../src/forms/body';
import type { Field } from '../../../src/forms/fields/field';
import {
	assignmentBody,
	groupBody,
	messageBody,
	threadBody,
	userBody,
} from '../../../src/forms/fields/bodyFields';
import { requestNames } from '../../../src/api/assumedNames';
import { filledIn, refusal } from '../filledIn';

const read = (fields: readonly Field[], names: Record<string, string>, parameters: IDataObject) =>
	readBody(filledIn({ specifyBody: 'fields', ...parameters }), names, fields).body;

const user = (parameters: IDataObject) => read(userBody, requestNames.user, parameters);

test('a user has each field in its type', () => {
	expect(
		user({
			emailAddress: ' anna@example.com ',
			firstName: 'Anna',
			lastName: 'Berg',
			kind: 'NORMAL',
			active: 'inactive',
			groupIds: '1, 2',
			tenantIds: ['a', 7],
		}),
	).toEqual({
		emailAddress: 'anna@example.com',
		firstName: 'Anna',
		lastName: 'Berg',
		kind: 'NORMAL',
		active: false,
		groupIds: [1, 2],
		tenantIds: ['a', 7],
	});
});

test.each<[string, readonly Field[], Record<string, string>, IDataObject]>([
	['a user group', groupBody, requestNames.group, { groupName: 'Care', active: true }],
	[
		'an assignment',
		assignmentBody,
		requestNames.assignment,
		{ name: 'Sales', description: 'For Monday', instructions: 'Sum it up', active: true },
	],
	['a thread', threadBody, requestNames.thread, { name: 'Sales' }],
	['a message', messageBody, requestNames.message, { question: 'What sold best?' }],
])('%s has all its fields in the body', (_what, fields, names, parameters) => {
	expect(read(fields, names, parameters)).toEqual(parameters);
});

test('Active accepts words, and a group ID no negative number', () => {
	expect(user({ active: 'Active' })).toEqual({ active: true });
	expect(user({ active: 'inactive' })).toEqual({ active: false });
	expect(user({ groupIds: 0 })).toEqual({ groupIds: [0] });
	expect(refusal(() => user({ groupIds: -1 })).message).toBe(
		'User Group Names or IDs, entry 1: the value "-1" is not a whole number of at least 0',
	);
});
