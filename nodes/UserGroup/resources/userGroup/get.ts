import { groupPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const get: NodeOperation<'userGroup.get'> = {
	id: 'userGroup.get',
	name: 'Get',
	action: 'Get a user group',
	description: 'Get one user group by ID',
	fields: [groupPicker],
	async execute(item) {
		const { record } = await item.request();
		return [record];
	},
};
