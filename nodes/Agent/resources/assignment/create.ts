import { readBody, requireContent } from '../../../../src/forms/body';
import { assignmentBody } from '../../../../src/forms/fields/bodyFields';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { assignmentFields, assignmentNames } from './assignmentFields';

export const create: NodeOperation<'assignment.create'> = {
	id: 'assignment.create',
	name: 'Create',
	action: 'Create an assignment',
	description: 'Create an assignment that the agent can run',
	fields: assignmentFields('create'),
	async execute(item) {
		const request = readBody(item, assignmentNames, assignmentBody);
		requireContent(request);
		const { record } = await item.request({ body: request.body });
		return [record];
	},
};
