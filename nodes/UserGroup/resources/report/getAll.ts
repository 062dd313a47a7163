import { readLimit, returnAllFields } from '../../../shared/descriptions/lists';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readList } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'report.getAll',
	name: 'Get Many',
	action: 'Get many reports',
	description: 'Get many reports that user groups can be given access to',
	fields: returnAllFields,
	async execute(item) {
		return await readList(item.node, item.service, this.id, { limit: readLimit(item) });
	},
};
