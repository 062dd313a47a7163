import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { type Authentication, credentialTypes } from '../http/client';
import { type ChoiceForm, readChoice } from './value';

/** The choice of credential, on nodes that take either. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Client Credentials',
			value: 'clientCredentials',
			description: 'Act as an API client',
		},
		{
			name: 'Signed-In User',
			value: 'user',
			description: 'Act as the user who signed in with the credential',
		},
	],
	default: 'clientCredentials',
	description: 'Whether to act as an API client or as a signed-in user',
};

/** The credentials of nodes that take either; the choice above says which. */
export const eitherCredential: INodeCredentialDescription[] = [
	{
		name: 'integrationServiceOAuth2Api',
		required: true,
		displayOptions: { show: { authentication: ['clientCredentials'] } },
	},
	{
		name: 'integrationServiceUserOAuth2Api',
		required: true,
		displayOptions: { show: { authentication: ['user'] } },
	},
];

const authentications = Object.keys(credentialTypes) as Authentication[];

/**
 * Which credential a node uses; nodes with one have no such parameter.
 *
 * @throws InputError where it is none of the choices
 */
export function readAuthentication(form: ChoiceForm): Authentication {
	const { displayName, name } = authenticationField;
	return readChoice(form, displayName, name, authentications, 'clientCredentials');
}
