import { listedUserOutput } from '../../../shared/form/fields/outputs';
import { readLimit, returnAllFields } from '../../../shared/form/lists';
import { readToolOutput, toolOutputFields } from '../../../shared/form/simplify';
import { groupPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const getAll: NodeOperation<'member.getAll'> = {
	id: 'member.getAll',
	name: 'Get Many',
	action: 'Get many members',
	description: 'Get many members of a user group',
	fields: [groupPicker, ...returnAllFields, ...toolOutputFields(listedUserOutput)],
	async execute(item) {
		const shown = readToolOutput(item, listedUserOutput);
		return (await item.list({ limit: readLimit(item) })).map(shown);
	},
};
