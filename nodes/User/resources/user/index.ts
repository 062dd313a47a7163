import { readBody } from '../../../../src/forms/body';
import { listedUserOutput } from '../../../../src/forms/fields/listedUserOutput';
import { notice } from '../../../../src/forms/parameters';
import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { upsert } from './upsert';
import {
	changedUser,
	checkedAddress,
	invitationNotice,
	keyedGroups,
	newUser,
	userChange,
} from './userFields';

export const user = resourceOf('A user account of the platform', [
	{
		id: 'user.checkAvailability',
		action: 'Check availability of email address',
		description:
			'Check whether an email address is available. Whether an existing user can be added depends on accessToTenant.',
		form: checkedAddress,
		outputFields: { available: 'boolean', exists: 'boolean' },
		async execute(item) {
			const { statusCode, record } = await item.request({ body: readBody(item, checkedAddress) });
			const exists = statusCode !== 204;
			return [{ ...record, available: !exists, exists }];
		},
	},
	{
		id: 'user.create',
		description: 'Create a user, or add an existing user of another tenant',
		notice: invitationNotice,
		form: newUser,
		keyedLists: [keyedGroups(newUser)],
		outputFields: { created: 'boolean' },
		async execute(item) {
			const { statusCode, record } = await item.request({ body: readBody(item, newUser) });
			return [{ ...record, created: statusCode === 201 }];
		},
	},
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
	{
		id: 'user.sendInvitation',
		action: 'Send invitation to user',
		description: 'Send the invitation email again. Needs a signed-in user.',
		notice: {
			...notice(
				'userNotice',
				"Only signed-in users can send invitations. Set 'Authentication' to 'Signed-In User'.",
			),
			displayOptions: { show: { authentication: ['clientCredentials'] } },
		},
	},
	{
		id: 'user.update',
		description: 'Update the fields of a user',
		form: changedUser,
		keyedLists: [keyedGroups(changedUser)],
		change: userChange,
	},
]);
