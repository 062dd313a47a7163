import { assignmentPicker, runPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const get: NodeOperation<'run.get'> = {
	id: 'run.get',
	name: 'Get',
	action: 'Get run',
	description: 'Get a run with its status',
	fields: [assignmentPicker, runPicker],
};
