import { bodyFields } from '../../../shared/descriptions/body';
import { threadPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readBody, requireContent } from '../../../shared/execution/requestBody';
import { requestNames } from '../../../shared/service/assumedNames';
import { asRecord } from '../../../shared/transport/answer';

export const update: NodeOperation = {
	id: 'thread.update',
	name: 'Update',
	action: 'Update a thread',
	description: 'Give a conversation with the agent another name',
	fields: [
		threadPicker,
		...bodyFields([
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Sales in spring',
				description: 'What the thread is called',
			},
		]),
	],
	async execute(item) {
		const threadId = item.parameter<string>('threadId');
		const request = readBody(item, requestNames.thread);
		requireContent(item, request);
		const { body } = await item.service.request(this.id, {
			path: { threadId },
			body: request.body,
		});
		return [{ ...asRecord(body), success: true, threadId }];
	},
};
