import { readLimit, returnAllFields } from '../../../shared/form/lists';
import type { NodeOperation } from '../../../shared/node/operation';

export const getAll: NodeOperation<'thread.getAll'> = {
	id: 'thread.getAll',
	name: 'Get Many',
	action: 'Get many threads',
	description: 'Get many conversations with the agent, those of the person or client that asks',
	fields: returnAllFields,
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
