import { userPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const deleteUser: NodeOperation<'user.delete'> = {
	id: 'user.delete',
	name: 'Delete',
	action: 'Delete a user',
	description: 'Delete a user from this tenant and from every connected tenant',
	fields: [userPicker],
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
