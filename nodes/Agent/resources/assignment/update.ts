import { readBody, requireContent } from '../../../shared/form/body';
import { assignmentBody } from '../../../shared/form/fields/bodies';
import { assignmentPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';
import { assignmentFields, assignmentNames } from './fields';

export const update: NodeOperation<'assignment.update'> = {
	id: 'assignment.update',
	name: 'Update',
	action: 'Update an assignment',
	description:
		'Change the fields of an assignment that are filled in, and leave the others as they are',
	fields: [assignmentPicker, ...assignmentFields('update')],
	async execute(item) {
		const request = readBody(item, assignmentNames, assignmentBody);
		requireContent(item, request);
		const { record } = await item.request({ body: request.body });
		return [record];
	},
};
