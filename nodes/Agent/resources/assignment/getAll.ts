import { readLimit, returnAllFields } from '../../../shared/descriptions/lists';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readList } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'assignment.getAll',
	name: 'Get Many',
	action: 'Get many assignments',
	description: 'Get many assignments of the agent in this tenant',
	fields: returnAllFields,
	async execute(item) {
		return await readList(item.node, item.service, this.id, { limit: readLimit(item) });
	},
};
