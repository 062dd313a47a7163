import { groupPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const deleteUserGroup: NodeOperation<'userGroup.delete'> = {
	id: 'userGroup.delete',
	name: 'Delete',
	action: 'Delete a user group',
	description: 'Delete a user group that nothing refers to',
	fields: [groupPicker],
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
