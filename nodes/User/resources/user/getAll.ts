import { listedUserOutput } from '../../../shared/form/fields/outputs';
import {
	readLimit,
	readSearchFilters,
	returnAllFields,
	searchFilters,
} from '../../../shared/form/lists';
import { readToolOutput, toolOutputFields } from '../../../shared/form/simplify';
import type { NodeOperation } from '../../../shared/node/operation';

export const getAll: NodeOperation<'user.getAll'> = {
	id: 'user.getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'Get many users, all or those that match a search',
	fields: [...returnAllFields, searchFilters, ...toolOutputFields(listedUserOutput)],
	async execute(item) {
		const query = readSearchFilters(item);
		const shown = readToolOutput(item, listedUserOutput);
		return (await item.list({ query, limit: readLimit(item) })).map(shown);
	},
};
