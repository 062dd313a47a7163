import { assignmentPicker, runPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const abort: NodeOperation<'run.abort'> = {
	id: 'run.abort',
	name: 'Abort',
	action: 'Abort a run',
	description: 'Stop a run that is active',
	fields: [assignmentPicker, runPicker],
	async execute(item) {
		const { record } = await item.request();
		return [record];
	},
};
