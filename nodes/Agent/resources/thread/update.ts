import { bodyFields, readBody, requireContent } from '../../../../src/forms/body';
import { threadBody } from '../../../../src/forms/fields/bodyFields';
import { threadPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { confirmation } from '../../../../src/api/outputFields';
import { requestNames } from '../../../../src/api/assumedNames';

export const update: NodeOperation<'thread.update'> = {
	id: 'thread.update',
	name: 'Update',
	action: 'Update a thread',
	description: 'Update a thread. To set fields other than the name, use JSON.',
	fields: [
		threadPicker,
		...bodyFields([
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Sales in spring',
				description: 'Name of the thread',
			},
		]),
	],
	adds: confirmation('thread.update', 'success'),
	async execute(item) {
		const request = readBody(item, requestNames.thread, threadBody);
		requireContent(request);
		const { record } = await item.request({ body: request.body });
		return [{ ...record, success: true, ...item.path }];
	},
};
