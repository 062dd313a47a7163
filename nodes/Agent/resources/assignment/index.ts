import { booleanParameter, textParameter } from '../../../../src/forms/parameters';
import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { run } from './run';

/** Of a new and a changed assignment. */
const mainFields = [
	textParameter('name', 'Weekly sales summary'),
	{
		...textParameter(
			'instructions',
			'Sum up the sales of the last seven days by store',
			'What the agent does in each run, in plain language',
		),
		typeOptions: { rows: 4 },
	},
];

const furtherFields = [
	textParameter('description', 'For the sales meeting on Monday', 'Purpose of the assignment'),
	booleanParameter('active', 'Whether the assignment is in use', true),
];

export const assignment = resourceOf('A task that the agent can run repeatedly', [
	{ id: 'assignment.abort', description: 'Stop the active run of an assignment' },
	{
		id: 'assignment.create',
		description: 'Create an assignment that the agent can run',
		form: { fields: mainFields, collection: 'additionalFields', optional: furtherFields },
	},
	{ id: 'assignment.delete', description: 'Mark an assignment as deleted' },
	{ id: 'assignment.get', description: 'Get an assignment with its runs' },
	getMany('whole', 'assignment.getAll', "Get the agent's assignments"),
	run,
	{
		id: 'assignment.update',
		description: 'Update the fields of an assignment',
		form: { collection: 'updateFields', optional: [...mainFields, ...furtherFields] },
	},
]);
