import type { NodeOperation } from '../../../../src/runtime/operation';
import { invitationNotice, keyedGroups, newUser } from './userFields';

export const create: NodeOperation<'user.create'> = {
	id: 'user.create',
	description: 'Create a user, or add an existing user of another tenant',
	notice: invitationNotice,
	form: newUser,
	keyedLists: [keyedGroups(newUser)],
	outputFields: { created: 'boolean' },
	statusFields: (statusCode) => ({ created: statusCode === 201 }),
};
