import { assignmentPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readBody, requireContent } from '../../../shared/execution/requestBody';
import { asRecord } from '../../../shared/transport/answer';
import { assignmentFields, assignmentNames } from './fields';

export const update: NodeOperation = {
	id: 'assignment.update',
	name: 'Update',
	action: 'Update an assignment',
	description:
		'Change the fields of an assignment that are filled in, and leave the others as they are',
	fields: [assignmentPicker, ...assignmentFields('update')],
	async execute(item) {
		const assignmentId = item.parameter<string>('assignmentId');
		const request = readBody(item, assignmentNames);
		requireContent(item, request);
		const { body } = await item.service.request(this.id, {
			path: { assignmentId },
			body: request.body,
		});
		return [asRecord(body)];
	},
};
