import { readBody } from '../../../../src/forms/body';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { invitationNotice, keyedGroups, newUser, requireAddress } from './userFields';

export const create: NodeOperation<'user.create'> = {
	id: 'user.create',
	description: 'Create a user, or add an existing user of another tenant',
	notice: invitationNotice,
	form: newUser,
	keyedLists: [keyedGroups(newUser.collection)],
	outputFields: { created: 'boolean' },
	async execute(item) {
		const body = requireAddress(readBody(item, newUser));
		const { statusCode, record } = await item.request({ body });
		return [{ ...record, created: statusCode === 201 }];
	},
};
