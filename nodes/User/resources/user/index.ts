import type { INodeProperties } from 'n8n-workflow';
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
	userVerification,
} from './userFields';

const signInNotice: INodeProperties = {
	...notice(
		'userNotice',
		"Only signed-in users can send invitations. Set 'Authentication' to 'Signed-In User'.",
	),
	displayOptions: { show: { authentication: ['clientCredentials'] } },
};

export const user = resourceOf('A user account of the platform', [
	{
		id: 'user.checkAvailability',
		action: 'Check availability of email address',
		description:
			'Check whether an email address is available, or whether a user with the address exists',
		form: checkedAddress,
		byStatus: {
			available: (statusCode) => statusCode === 204,
			exists: (statusCode) => statusCode !== 204,
		},
	},
	{
		id: 'user.create',
		description: 'Create a user, or add an existing user of another tenant',
		notice: invitationNotice,
		form: newUser,
		keyedLists: [keyedGroups(newUser)],
		byStatus: { created: (statusCode) => statusCode === 201 },
	},
	upsert,
	{
		id: 'user.delete',
		description: 'Delete a user from this and every connected tenant',
		notice: notice('deleteNotice', 'The service deletes the user from every connected tenant'),
	},
	{ id: 'user.get', description: 'Get a user' },
	getMany('search', 'user.getAll', 'Get users, optionally filtered by keywords'),
	{
		id: 'user.sendInvitation',
		action: 'Send invitation to user',
		description: 'Send the invitation email again. Needs a signed-in user.',
		notice: signInNotice,
	},
	{
		id: 'user.update',
		description: 'Update the fields of a user',
		form: changedUser,
		keyedLists: [keyedGroups(changedUser)],
		verification: userVerification,
	},
]);
