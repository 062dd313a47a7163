import { activeField } from '../../../shared/descriptions/active';
import { bodyFields } from '../../../shared/descriptions/body';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readBody, requireContent } from '../../../shared/execution/requestBody';
import { requestNames } from '../../../shared/service/assumedNames';
import { asRecord } from '../../../shared/transport/answer';
import { activeMeaning, groupNameField } from './fields';

export const create: NodeOperation = {
	id: 'userGroup.create',
	name: 'Create',
	action: 'Create a user group',
	description: 'Create a user group',
	fields: bodyFields([groupNameField, activeField('create', activeMeaning)]),
	async execute(item) {
		const request = readBody(item, requestNames.group);
		requireContent(item, request);
		const { body } = await item.service.request(this.id, { body: request.body });
		return [asRecord(body)];
	},
};
