import { stopIfMoreThan } from '../../../../src/forms/options';
import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { confirmation } from '../../../../src/api/outputFields';

export const deleteUser: NodeOperation<'user.delete'> = {
	id: 'user.delete',
	name: 'Delete',
	action: 'Delete user',
	description: 'Delete a user from this tenant and from every connected tenant',
	fields: [userPicker],
	options: [stopIfMoreThan],
	adds: confirmation('user.delete', 'deleted'),
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
