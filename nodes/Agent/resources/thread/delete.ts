import { threadPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const deleteThread: NodeOperation = {
	id: 'thread.delete',
	name: 'Delete',
	action: 'Delete a thread',
	description: 'Delete a conversation with the agent',
	fields: [threadPicker],
	async execute(item) {
		const threadId = item.parameter<string>('threadId');
		const { body } = await item.service.request(this.id, { path: { threadId } });
		return [{ ...asRecord(body), deleted: true, threadId }];
	},
};
