import { readLimit, returnAllFields } from '../../../shared/descriptions/lists';
import { groupPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readPages } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'member.getAll',
	name: 'Get Many',
	action: 'Get many members',
	description: 'Get many members of a user group',
	fields: [groupPicker, ...returnAllFields],
	async execute(item) {
		const path = { groupId: item.parameter<number>('groupId') };
		return await readPages(item.node, item.service, this.id, { path, limit: readLimit(item) });
	},
};
