import { groupPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const get: NodeOperation = {
	id: 'userGroup.get',
	name: 'Get',
	action: 'Get a user group',
	description: 'Get one user group by ID',
	fields: [groupPicker],
	async execute(item) {
		const groupId = item.parameter<number>('groupId');
		const { body } = await item.service.request(this.id, { path: { groupId } });
		return [asRecord(body)];
	},
};
