import type { INode, INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { type Authentication, credentialTypes } from '../transport/serviceClient';
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
			description: 'Act as an API client, as most workflows do',
		},
		{
			name: 'User',
			value: 'user',
			description: 'Act as the person who signed in through the credential',
		},
	],
	default: 'clientCredentials',
	description: 'Whose name the node acts in',
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
 * Which credential a node uses.
 *
 * @param node the node that asks
 * @param read reads a parameter; nodes with one credential have none of this name
 * @throws InputError where it is none of the choices
 */
export function readAuthentication(
	node: INode,
	read: (name: string, fallback: unknown) => unknown,
): Authentication {
	const { displayName, name, default: fallback } = authenticationField;
	return readChoice(node, displayName, read(name, fallback), authentications);
}
