import { readLimit, returnAllFields } from '../../../../src/forms/lists';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'thread.getAll'> = {
	id: 'thread.getAll',
	name: 'Get Many',
	action: 'Get many threads',
	description: 'List your threads with the agent',
	fields: returnAllFields,
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
