import { listedUserOutput } from '../../../../src/forms/fields/outputChoices';
import {
	readLimit,
	readSearchFilters,
	returnAllFields,
	searchFilters,
} from '../../../../src/forms/lists';
import { readToolOutput, toolOutputFields } from '../../../../src/forms/simplify';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'user.getAll'> = {
	id: 'user.getAll',
	name: 'Get Many',
	action: 'Get many users',
	description: 'List users, or search for users',
	fields: [...returnAllFields, searchFilters, ...toolOutputFields(listedUserOutput)],
	async execute(item) {
		const query = readSearchFilters(item);
		const shown = readToolOutput(item, listedUserOutput);
		return (await item.list({ query, limit: readLimit(item) })).map(shown);
	},
};
