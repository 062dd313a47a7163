import { readBody, requireContent } from '../../../../src/forms/body';
import { assignmentBody } from '../../../../src/forms/fields/bodyFields';
import { assignmentPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { assignmentFields, assignmentNames } from './assignmentFields';

export const update: NodeOperation<'assignment.update'> = {
	id: 'assignment.update',
	name: 'Update',
	action: 'Update an assignment',
	description:
		'Change the fields of an assignment that are filled in, and leave the others as they are',
	fields: [assignmentPicker, ...assignmentFields('update')],
	async execute(item) {
		const request = readBody(item, assignmentNames, assignmentBody);
		requireContent(request);
		const { record } = await item.request({ body: request.body });
		return [record];
	},
};
