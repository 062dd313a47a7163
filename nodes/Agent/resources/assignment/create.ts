import { bodyProperties, readContent } from '../../../../src/forms/body';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { newAssignment } from './assignmentFields';

export const create: NodeOperation<'assignment.create'> = {
	id: 'assignment.create',
	name: 'Create',
	action: 'Create assignment',
	description: 'Create an assignment that the agent can run',
	fields: bodyProperties(newAssignment),
	body: (item) => readContent(item, newAssignment),
};
