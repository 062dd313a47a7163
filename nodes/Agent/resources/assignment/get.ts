import { assignmentPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const get: NodeOperation = {
	id: 'assignment.get',
	name: 'Get',
	action: 'Get an assignment',
	description: 'Get one assignment by ID, with its runs',
	fields: [assignmentPicker],
	async execute(item) {
		const assignmentId = item.parameter<string>('assignmentId');
		const { body } = await item.service.request(this.id, { path: { assignmentId } });
		return [asRecord(body)];
	},
};
