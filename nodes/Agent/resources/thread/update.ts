import { bodyFields, readBody, requireContent } from '../../../shared/form/body';
import { threadPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';
import { requestNames } from '../../../shared/service/assumedNames';

export const update: NodeOperation<'thread.update'> = {
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
		const request = readBody(item, requestNames.thread);
		requireContent(item, request);
		const { record } = await item.request({ body: request.body });
		return [{ ...record, success: true, ...item.path }];
	},
};
