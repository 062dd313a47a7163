import { threadPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const deleteThread: NodeOperation<'thread.delete'> = {
	id: 'thread.delete',
	name: 'Delete',
	action: 'Delete a thread',
	description: 'Delete a conversation with the agent; the service keeps it, marked as deleted',
	fields: [threadPicker],
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
