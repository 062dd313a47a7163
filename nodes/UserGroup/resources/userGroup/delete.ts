import { groupPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';
import { confirmation } from '../../../shared/node/outputFields';

export const deleteUserGroup: NodeOperation<'userGroup.delete'> = {
	id: 'userGroup.delete',
	name: 'Delete',
	action: 'Delete a user group',
	description: 'Delete a user group that nothing refers to',
	fields: [groupPicker],
	adds: confirmation('userGroup.delete', 'deleted'),
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
