import { bodyProperties, readContent } from '../../../../src/forms/body';
import { assignmentPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { changedAssignment } from './assignmentFields';

export const update: NodeOperation<'assignment.update'> = {
	id: 'assignment.update',
	name: 'Update',
	action: 'Update assignment',
	description: 'Update the fields of an assignment',
	fields: [assignmentPicker, ...bodyProperties(changedAssignment)],
	body: (item) => readContent(item, changedAssignment),
};
