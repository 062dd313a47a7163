import { assignmentPicker, runPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const get: NodeOperation = {
	id: 'run.get',
	name: 'Get',
	action: 'Get a run',
	description: 'Get one run of an assignment by ID, to see how far it is or how it ended',
	fields: [assignmentPicker, runPicker],
	async execute(item) {
		const assignmentId = item.parameter<string>('assignmentId');
		const runId = item.parameter<string>('runId');
		const { body } = await item.service.request(this.id, { path: { assignmentId, runId } });
		return [asRecord(body)];
	},
};
