import { readLimit, returnAllFields } from '../../../shared/descriptions/lists';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readList } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'thread.getAll',
	name: 'Get Many',
	action: 'Get many threads',
	description: 'Get many conversations with the agent, those of the person or client that asks',
	fields: returnAllFields,
	async execute(item) {
		return await readList(item.node, item.service, this.id, { limit: readLimit(item) });
	},
};
