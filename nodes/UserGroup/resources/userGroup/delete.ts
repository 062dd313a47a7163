import { groupPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const deleteUserGroup: NodeOperation = {
	id: 'userGroup.delete',
	name: 'Delete',
	action: 'Delete a user group',
	description: 'Delete a user group that nothing refers to',
	fields: [groupPicker],
	async execute(item) {
		const groupId = item.parameter<number>('groupId');
		const { body } = await item.service.request(this.id, { path: { groupId } });
		return [{ ...asRecord(body), deleted: true, groupId: Number(groupId) }];
	},
};
