import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { furtherFields, mainFields } from './assignmentFields';
import { run } from './run';

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
