import { assignmentPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const abort: NodeOperation = {
	id: 'assignment.abort',
	name: 'Abort',
	action: 'Abort an assignment',
	description: 'Stop the active run of an assignment, whichever it is',
	fields: [assignmentPicker],
	async execute(item) {
		const assignmentId = item.parameter<string>('assignmentId');
		const { body } = await item.service.request(this.id, { path: { assignmentId } });
		return [asRecord(body)];
	},
};
