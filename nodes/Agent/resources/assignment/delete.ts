import { stopIfMoreThan } from '../../../../src/forms/options';
import { assignmentPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const deleteAssignment: NodeOperation<'assignment.delete'> = {
	id: 'assignment.delete',
	name: 'Delete',
	action: 'Delete assignment',
	description: 'Mark an assignment as deleted',
	fields: [assignmentPicker],
	options: [stopIfMoreThan],
	confirms: 'deleted',
};
