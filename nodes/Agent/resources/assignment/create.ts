import { readBody, requireContent } from '../../../shared/form/body';
import { assignmentBody } from '../../../shared/form/fields/bodies';
import type { NodeOperation } from '../../../shared/node/operation';
import { assignmentFields, assignmentNames } from './fields';

export const create: NodeOperation<'assignment.create'> = {
	id: 'assignment.create',
	name: 'Create',
	action: 'Create an assignment',
	description: 'Create an assignment that the agent can run',
	fields: assignmentFields('create'),
	async execute(item) {
		const request = readBody(item, assignmentNames, assignmentBody);
		requireContent(item, request);
		const { record } = await item.request({ body: request.body });
		return [record];
	},
};
