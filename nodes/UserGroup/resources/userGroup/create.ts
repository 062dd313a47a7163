import { InputError } from '../../../../src/api/errors';
import { bodyProperties, readBody } from '../../../../src/forms/body';
import { groupName } from '../../../../src/forms/fields/recordFields';
import { isEmpty } from '../../../../src/forms/value';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { newGroup } from './groupFields';

export const create: NodeOperation<'userGroup.create'> = {
	id: 'userGroup.create',
	name: 'Create',
	action: 'Create user group',
	description: 'Create a user group',
	fields: bodyProperties(newGroup),
	async execute(item) {
		const body = readBody(item, newGroup);
		if (isEmpty(body[newGroup.names.groupName])) throw InputError.empty(groupName.label);
		const { record } = await item.request({ body });
		return [record];
	},
};
