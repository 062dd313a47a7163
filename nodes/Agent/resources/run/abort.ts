import { assignmentPicker, runPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const abort: NodeOperation<'run.abort'> = {
	id: 'run.abort',
	name: 'Abort',
	action: 'Abort run',
	description: 'Stop an active run',
	fields: [assignmentPicker, runPicker],
};
