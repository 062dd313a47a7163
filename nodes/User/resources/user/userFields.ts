import type { INodeProperties } from 'n8n-workflow';
import { activeField } from '../../../../src/forms/activeField';
import { bodyFields, unchangedLabel, type Writing } from '../../../../src/forms/body';
import { requestNames, userKinds } from '../../../../src/api/assumedNames';

function personFields(writing: Writing): INodeProperties[] {
	const nameDescription =
		writing === 'create'
			? 'Needed for a new person, not for one who already exists in another tenant'
			: 'Leave it empty to keep it';
	return [
		{
			displayName: 'Email Address',
			name: 'emailAddress',
			type: 'string',
			default: '',
			placeholder: 'e.g. anna.berg@example.com',
			...(writing === 'create' ? { required: true } : {}),
			description:
				writing === 'create'
					? 'The address of the user. The service sends an invitation email to it when it first creates the account.'
					: 'Leave it empty to keep it',
		},
		{
			displayName: 'First Name',
			name: 'firstName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Anna',
			description: nameDescription,
		},
		{
			displayName: 'Last Name',
			name: 'lastName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Berg',
			description: nameDescription,
		},
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'options',
			options: [
				{ name: unchangedLabel[writing], value: '' },
				{ name: 'Normal User', value: userKinds.normal, description: 'Can be in user groups' },
				{
					name: 'Administrator',
					value: userKinds.administrator,
					description: 'Has access to every connected tenant',
				},
			],
			default: '',
			description:
				'What the user is. The names NORMAL and ADMINISTRATOR are assumed: if your service has others, give the name as an expression.',
		},
		activeField(
			writing,
			'Whether the user is active. That users have this field is assumed: the specification shows it for user groups only.',
		),
		{
			displayName: 'User Group Names or IDs',
			name: 'groupIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getUserGroups' },
			default: [],
			description:
				'Groups to add a normal user to; those that the user has already are refused, and none is taken away. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Connected Tenant Names or IDs',
			name: 'tenantIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getConnectedTenants' },
			default: [],
			description:
				'Connected tenants for a normal user. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	];
}

/** The fields of a user. */
export function userFields(writing: Writing): INodeProperties[] {
	return bodyFields(personFields(writing));
}

/** For each field of the form the name in the body. */
export const userNames = requestNames.user;
