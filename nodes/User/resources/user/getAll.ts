import {
	readLimit,
	readSearchFilters,
	returnAllFields,
	searchFilters,
} from '../../../shared/descriptions/lists';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readPages } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'user.getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get many users, all or those that match a search',
	fields: [...returnAllFields, searchFilters],
	async execute(item) {
		const query = readSearchFilters(item);
		return await readPages(item.node, item.service, this.id, { query, limit: readLimit(item) });
	},
};
