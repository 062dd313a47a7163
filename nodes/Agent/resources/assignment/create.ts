import type { NodeOperation } from '../../../shared/execution/operation';
import { readBody, requireContent } from '../../../shared/execution/requestBody';
import { asRecord } from '../../../shared/transport/answer';
import { assignmentFields, assignmentNames } from './fields';

export const create: NodeOperation = {
	id: 'assignment.create',
	name: 'Create',
	action: 'Create an assignment',
	description: 'Create an assignment that the agent can run',
	fields: assignmentFields('create'),
	async execute(item) {
		const request = readBody(item, assignmentNames);
		requireContent(item, request);
		const { body } = await item.service.request(this.id, { body: request.body });
		return [asRecord(body)];
	},
};
