import { assignmentPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const abort: NodeOperation<'assignment.abort'> = {
	id: 'assignment.abort',
	name: 'Abort',
	action: 'Abort assignment',
	description: 'Stop the active run of an assignment',
	fields: [assignmentPicker],
};
