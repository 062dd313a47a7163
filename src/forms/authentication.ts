import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { type Authentication, credentialTypes } from '../http/client';
import type { FormItem } from './formItem';
import { readChoice } from './value';

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

export const eitherCredential: INodeCredentialDescription[] = Object.entries(credentialTypes).map(
	([authentication, name]) => ({
		name,
		required: true,
		displayOptions: { show: { authentication: [authentication] } },
	}),
);

const authentications = Object.keys(credentialTypes) as Authentication[];

/** Which credential a node uses. Nodes with only one have no such parameter. */
export function readAuthentication(form: Pick<FormItem, 'parameter'>): Authentication {
	const { displayName, name } = authenticationField;
	return readChoice(form, displayName, name, authentications, 'clientCredentials');
}
