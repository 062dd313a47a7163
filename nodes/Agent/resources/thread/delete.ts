import { stopIfMoreThan } from '../../../../src/forms/options';
import { threadPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const deleteThread: NodeOperation<'thread.delete'> = {
	id: 'thread.delete',
	name: 'Delete',
	action: 'Delete thread',
	description: 'Mark a thread as deleted',
	fields: [threadPicker],
	options: [stopIfMoreThan],
	confirms: 'deleted',
};
