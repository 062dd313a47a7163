import { userPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const get: NodeOperation = {
	id: 'user.get',
	name: 'Get',
	action: 'Get a user',
	description: 'Get one user by ID',
	fields: [userPicker],
	async execute(item) {
		const userId = item.parameter<string>('userId');
		const { body } = await item.service.request(this.id, { path: { userId } });
		return [asRecord(body)];
	},
};
