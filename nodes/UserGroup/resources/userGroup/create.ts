import { InputError } from '../../../../src/api/errors';
import { activeField } from '../../../../src/forms/activeField';
import { bodyFields, readBody, requireContent } from '../../../../src/forms/body';
import { groupBody } from '../../../../src/forms/fields/bodyFields';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { requestNames } from '../../../../src/api/assumedNames';
import { activeMeaning, groupNameField } from './groupFields';

export const create: NodeOperation<'userGroup.create'> = {
	id: 'userGroup.create',
	name: 'Create',
	action: 'Create a user group',
	description: 'Create a user group',
	fields: bodyFields([{ ...groupNameField, required: true }, activeField('create', activeMeaning)]),
	async execute(item) {
		const request = readBody(item, requestNames.group, groupBody);
		requireContent(request);
		if (!request.ownNames && request.body[requestNames.group.groupName] === undefined) {
			throw new InputError(
				'Group Name is empty',
				'Fill in Group Name. If it comes from an expression, check this item.',
			);
		}
		const { record } = await item.request({ body: request.body });
		return [record];
	},
};
