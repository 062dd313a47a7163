import { listedUserOutput } from '../../../../src/forms/fields/outputChoices';
import { readLimit, returnAllFields } from '../../../../src/forms/lists';
import { readToolOutput, toolOutputFields } from '../../../../src/forms/simplify';
import { groupPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'member.getAll'> = {
	id: 'member.getAll',
	name: 'Get Many',
	action: 'Get many members',
	description: 'List the members of a user group',
	fields: [groupPicker, ...returnAllFields, ...toolOutputFields(listedUserOutput)],
	async execute(item) {
		const shown = readToolOutput(item, listedUserOutput);
		return (await item.list({ limit: readLimit(item) })).map(shown);
	},
};
