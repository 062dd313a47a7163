import { listedUserOutput } from '../../../../src/forms/fields/listedUserOutput';
import { notice } from '../../../../src/forms/parameters';
import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { checkAvailability } from './checkAvailability';
import { create } from './create';
import { sendInvitation } from './sendInvitation';
import { update } from './update';
import { upsert } from './upsert';

export const user = resourceOf('A user account of the platform', [
	checkAvailability,
	create,
	upsert,
	{
		id: 'user.delete',
		description: 'Delete a user from this and every connected tenant',
		notice: notice('deleteNotice', 'The service deletes the user from every connected tenant'),
		confirms: 'deleted',
	},
	{ id: 'user.get', description: 'Get a user' },
	getMany('users', 'user.getAll', 'Get users, optionally filtered by keywords', {
		toolOutput: listedUserOutput,
	}),
	sendInvitation,
	update,
]);
