import { activeField } from '../../../shared/form/active';
import { bodyFields, readBody, requireContent } from '../../../shared/form/body';
import type { NodeOperation } from '../../../shared/node/operation';
import { requestNames } from '../../../shared/service/assumedNames';
import { activeMeaning, groupNameField } from './fields';

export const create: NodeOperation<'userGroup.create'> = {
	id: 'userGroup.create',
	name: 'Create',
	action: 'Create a user group',
	description: 'Create a user group',
	fields: bodyFields([groupNameField, activeField('create', activeMeaning)]),
	async execute(item) {
		const request = readBody(item, requestNames.group);
		requireContent(item, request);
		const { record } = await item.request({ body: request.body });
		return [record];
	},
};
