import { stopIfMoreThan } from '../../../../src/forms/options';
import { threadPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { confirmation } from '../../../../src/api/outputFields';

export const deleteThread: NodeOperation<'thread.delete'> = {
	id: 'thread.delete',
	name: 'Delete',
	action: 'Delete thread',
	description: 'Delete a thread. The service keeps deleted threads but marks them.',
	fields: [threadPicker],
	options: [stopIfMoreThan],
	adds: confirmation('thread.delete', 'deleted'),
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
