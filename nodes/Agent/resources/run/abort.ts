import { assignmentPicker, runPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const abort: NodeOperation = {
	id: 'run.abort',
	name: 'Abort',
	action: 'Abort a run',
	description: 'Stop a run that is active',
	fields: [assignmentPicker, runPicker],
	async execute(item) {
		const assignmentId = item.parameter<string>('assignmentId');
		const runId = item.parameter<string>('runId');
		const { body } = await item.service.request(this.id, { path: { assignmentId, runId } });
		return [asRecord(body)];
	},
};
