import { listedUserOutput } from '../../../../src/forms/fields/listedUserOutput';
import { notice } from '../../../../src/forms/parameters';
import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { checkAvailability } from './checkAvailability';
import { create } from './create';
import { sendInvitation } from './sendInvitation';
import { upsert } from './upsert';
import { changedUser, keyedGroups, userVerification } from './userFields';

export const user = resourceOf('A user account of the platform', [
	checkAvailability,
	create,
	upsert,
	{
		id: 'user.delete',
		description: 'Delete a user from this and every connected tenant',
		notice: notice('deleteNotice', 'The service deletes the user from every connected tenant'),
	},
	{ id: 'user.get', description: 'Get a user' },
	getMany('users', 'user.getAll', 'Get users, optionally filtered by keywords', {
		toolOutput: listedUserOutput,
	}),
	sendInvitation,
	{
		id: 'user.update',
		description: 'Update the fields of a user',
		form: changedUser,
		keyedLists: [keyedGroups(changedUser)],
		verification: userVerification,
	},
]);
