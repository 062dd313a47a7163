import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { create } from './create';
import { update } from './update';

export const thread = resourceOf('A conversation with the agent', [
	create,
	{ id: 'thread.delete', description: 'Mark a thread as deleted' },
	{ id: 'thread.get', description: 'Get a thread' },
	getMany('whole', 'thread.getAll', 'Get your threads with the agent'),
	update,
]);
