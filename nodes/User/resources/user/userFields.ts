import { requestNames, userKinds } from '../../../../src/api/assumedNames';
import type { BodyForm } from '../../../../src/forms/body';
import { active, type Field, stringField } from '../../../../src/forms/fields/field';
import { notice } from '../../../../src/forms/parameters';

export const emailAddress = {
	...stringField('emailAddress', 'anna.berg@example.com'),
	required: true,
} as const satisfies Field;

const nameFields = [stringField('firstName', 'Anna'), stringField('lastName', 'Berg')] as const;

const accessFields = [
	{
		name: 'kind',
		label: 'Kind',
		type: 'string',
		choices: [
			{ name: 'Normal User', value: userKinds.normal, description: 'Can be in user groups' },
			{
				name: 'Administrator',
				value: userKinds.administrator,
				description: 'Has access to every connected tenant',
			},
		],
		description: 'Type of user. If your service has other types, enter the type as an expression.',
	},
	{ ...active, description: 'Whether the user is active' },
	{
		name: 'groupIds',
		label: 'User Group Names or IDs',
		type: 'integer',
		minimum: 0,
		multiple: true,
		loadOptionsMethod: 'getUserGroups',
		description: "Groups to add, for normal users. Update rejects the user's current groups",
	},
	{
		name: 'tenantIds',
		label: 'Connected Tenant Names or IDs',
		type: 'string',
		multiple: true,
		loadOptionsMethod: 'getConnectedTenants',
		description: 'Connected tenants, for normal users',
	},
] as const satisfies readonly Field[];

const names = requestNames.user;

export const invitationNotice = notice(
	'invitationNotice',
	'The service sends an invitation email to each new user',
);

const requiredForNewUsers = 'Required, unless the user already exists in another tenant';

export const newUser: BodyForm<keyof typeof names> = {
	names,
	fields: [
		emailAddress,
		...nameFields.map((field) => ({ ...field, description: requiredForNewUsers })),
	],
	collection: 'additionalFields',
	optional: accessFields,
};

export const changedUser: BodyForm<keyof typeof names> = {
	names,
	fields: [],
	collection: 'updateFields',
	optional: [emailAddress, ...nameFields, ...accessFields],
};
