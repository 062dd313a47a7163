import { assignmentPicker } from '../../../../src/forms/pickers';
import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'run.getAll',
	action: 'Get many runs',
	description: 'Get the runs of an assignment',
	fields: [assignmentPicker],
});
