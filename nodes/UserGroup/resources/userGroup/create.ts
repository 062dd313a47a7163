import { InputError } from '../../../shared/errors';
import { activeField } from '../../../shared/form/active';
import { bodyFields, readBody, requireContent } from '../../../shared/form/body';
import { groupBody } from '../../../shared/form/fields/bodies';
import type { NodeOperation } from '../../../shared/node/operation';
import { requestNames } from '../../../shared/service/assumedNames';
import { activeMeaning, groupNameField } from './fields';

export const create: NodeOperation<'userGroup.create'> = {
	id: 'userGroup.create',
	name: 'Create',
	action: 'Create a user group',
	description: 'Create a user group',
	fields: bodyFields([{ ...groupNameField, required: true }, activeField('create', activeMeaning)]),
	async execute(item) {
		const request = readBody(item, requestNames.group, groupBody);
		requireContent(item, request);
		if (!request.ownNames && request.body[requestNames.group.groupName] === undefined) {
			throw new InputError(
				item.node,
				'Group Name is empty',
				'Fill in Group Name. If it comes from an expression, check this item.',
			);
		}
		const { record } = await item.request({ body: request.body });
		return [record];
	},
};
