import { userPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const deleteUser: NodeOperation = {
	id: 'user.delete',
	name: 'Delete',
	action: 'Delete a user',
	description: 'Delete a user from this tenant and from every connected tenant',
	fields: [userPicker],
	async execute(item) {
		const userId = item.parameter<string>('userId');
		const { body } = await item.service.request(this.id, { path: { userId } });
		return [{ ...asRecord(body), deleted: true, userId }];
	},
};
