import { bodyProperties, readBody, requireContent } from '../../../../src/forms/body';
import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { checkAddress } from './emailAddress';
import { changedUser } from './userFields';

export const update: NodeOperation<'user.update'> = {
	id: 'user.update',
	name: 'Update',
	action: 'Update user',
	description: 'Update the fields of a user',
	fields: [userPicker, ...bodyProperties(changedUser)],
	confirms: 'success',
	async execute(item) {
		const body = readBody(item, changedUser);
		requireContent(body, changedUser.collection);
		checkAddress(body);
		const { record } = await item.request({ body });
		return [record];
	},
};
