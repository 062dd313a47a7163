import { readLimit, returnAllFields } from '../../../shared/form/lists';
import { groupPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const getAll: NodeOperation<'member.getAll'> = {
	id: 'member.getAll',
	name: 'Get Many',
	action: 'Get many members',
	description: 'Get many members of a user group',
	fields: [groupPicker, ...returnAllFields],
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
