import type { INodeProperties } from 'n8n-workflow';
import { activeField } from '../../../../src/forms/activeField';
import { bodyFields, type Writing } from '../../../../src/forms/body';
import { requestNames } from '../../../../src/api/assumedNames';

function workFields(writing: Writing): INodeProperties[] {
	return [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Weekly sales summary',
			description: 'What the assignment is called, under a name that is assumed',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			default: '',
			placeholder: 'e.g. For the sales meeting on Monday',
			description: 'What the assignment is for, in a few words, under a name that is assumed',
		},
		{
			displayName: 'Instructions',
			name: 'instructions',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. Sum up the sales of the last seven days by store',
			description:
				'What the agent is to do in each run, in plain language, under a name that is assumed: Additional Body corrects it',
		},
		activeField(writing, 'Whether the assignment is in use; that it has this field is assumed'),
	];
}

/** The fields of an assignment. */
export function assignmentFields(writing: Writing): INodeProperties[] {
	return bodyFields(workFields(writing));
}

/** For each field of the form the name in the body. */
export const assignmentNames = requestNames.assignment;
