import type { INodeProperties } from 'n8n-workflow';
import { activeField } from '../../../../src/forms/activeField';
import { bodyFields, unchangedLabel, type Writing } from '../../../../src/forms/body';
import { requestNames, userKinds } from '../../../../src/api/assumedNames';

function personFields(writing: Writing): INodeProperties[] {
	const nameDescription =
		writing === 'create'
			? 'Required, unless the user already exists in another tenant'
			: 'Leave empty to keep the current value';
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
					? 'The service sends an invitation email to this address when it creates the account'
					: 'Leave empty to keep the current value',
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
				'Type of user. If your service has other types, enter the type as an expression.',
		},
		activeField(writing, 'Whether the user is active'),
		{
			displayName: 'User Group Names or IDs',
			name: 'groupIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getUserGroups' },
			default: [],
			description:
				'Groups to add (normal users only). Leave out groups the user is already in. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Connected Tenant Names or IDs',
			name: 'tenantIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getConnectedTenants' },
			default: [],
			description:
				'Connected tenants (normal users only). Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	];
}

/** The fields of a user. */
export function userFields(writing: Writing): INodeProperties[] {
	return bodyFields(personFields(writing));
}

/** For each field of the form the name in the body. */
export const userNames = requestNames.user;
