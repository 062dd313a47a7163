import { textParameter } from '../../../../src/forms/parameters';
import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { create } from './create';

export const thread = resourceOf('A conversation with the agent', [
	create,
	{ id: 'thread.delete', description: 'Mark a thread as deleted' },
	{ id: 'thread.get', description: 'Get a thread' },
	getMany('whole', 'thread.getAll', 'Get your threads with the agent'),
	{
		id: 'thread.update',
		description: 'Update the name of a thread',
		form: { collection: 'updateFields', optional: [textParameter('name', 'Sales in spring')] },
		verification: (names) => ({
			get: 'thread.get',
			read: (record) => names.toBody('thread', record),
		}),
	},
]);
