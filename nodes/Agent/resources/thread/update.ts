import { textParameter } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const update: NodeOperation<'thread.update'> = {
	id: 'thread.update',
	description: 'Update the name of a thread',
	form: { collection: 'updateFields', optional: [textParameter('name', 'Sales in spring')] },
	verification: (names) => ({
		get: 'thread.get',
		read: (record) => names.toBody('thread', record),
	}),
};
