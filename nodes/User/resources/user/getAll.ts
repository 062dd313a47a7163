import {
	readLimit,
	readSearchFilters,
	returnAllFields,
	searchFilters,
} from '../../../shared/form/lists';
import type { NodeOperation } from '../../../shared/node/operation';

export const getAll: NodeOperation<'user.getAll'> = {
	id: 'user.getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get many users, all or those that match a search',
	fields: [...returnAllFields, searchFilters],
	async execute(item) {
		const query = readSearchFilters(item);
		return await item.list({ query, limit: readLimit(item) });
	},
};
