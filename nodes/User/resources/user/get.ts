import { userPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const get: NodeOperation<'user.get'> = {
	id: 'user.get',
	name: 'Get',
	action: 'Get a user',
	description: 'Get one user by ID',
	fields: [userPicker],
	async execute(item) {
		const { record } = await item.request();
		return [record];
	},
};
