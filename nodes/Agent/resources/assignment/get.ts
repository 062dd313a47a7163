import { assignmentPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const get: NodeOperation<'assignment.get'> = {
	id: 'assignment.get',
	name: 'Get',
	action: 'Get assignment',
	description: 'Get an assignment with its runs',
	fields: [assignmentPicker],
};
