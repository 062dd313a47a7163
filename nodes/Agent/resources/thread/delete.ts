import { threadPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';
import { confirmation } from '../../../shared/node/outputFields';

export const deleteThread: NodeOperation<'thread.delete'> = {
	id: 'thread.delete',
	name: 'Delete',
	action: 'Delete a thread',
	description: 'Delete a conversation with the agent; the service keeps it, marked as deleted',
	fields: [threadPicker],
	adds: confirmation('thread.delete', 'deleted'),
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
