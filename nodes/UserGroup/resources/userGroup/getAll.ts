import {
	readLimit,
	readSearchFilters,
	returnAllFields,
	searchFilters,
} from '../../../../src/forms/lists';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'userGroup.getAll'> = {
	id: 'userGroup.getAll',
	name: 'Get Many',
	action: 'Get many user groups',
	description: 'List user groups, or search for user groups',
	fields: [...returnAllFields, searchFilters],
	async execute(item) {
		const query = readSearchFilters(item);
		return await item.list({ query, limit: readLimit(item) });
	},
};
