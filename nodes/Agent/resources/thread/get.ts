import { threadPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const get: NodeOperation = {
	id: 'thread.get',
	name: 'Get',
	action: 'Get a thread',
	description: 'Get one conversation with the agent by ID',
	fields: [threadPicker],
	async execute(item) {
		const threadId = item.parameter<string>('threadId');
		const { body } = await item.service.request(this.id, { path: { threadId } });
		return [asRecord(body)];
	},
};
