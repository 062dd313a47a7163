import { threadPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const get: NodeOperation<'thread.get'> = {
	id: 'thread.get',
	name: 'Get',
	action: 'Get thread',
	description: 'Get a thread',
	fields: [threadPicker],
};
