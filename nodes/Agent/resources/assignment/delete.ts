import { assignmentPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const deleteAssignment: NodeOperation = {
	id: 'assignment.delete',
	name: 'Delete',
	action: 'Delete an assignment',
	description: 'Delete an assignment, so that it can no longer be run',
	fields: [assignmentPicker],
	async execute(item) {
		const assignmentId = item.parameter<string>('assignmentId');
		const { body } = await item.service.request(this.id, { path: { assignmentId } });
		return [{ ...asRecord(body), deleted: true, assignmentId }];
	},
};
