import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { type Authentication, credentialTypes } from '../http/client';
import type { Form } from './formItem';
import { choiceParameter, readChoice } from './parameters';

const authentication = choiceParameter<Authentication>(
	'authentication',
	'clientCredentials',
	'Whether to act as an API client or as a signed-in user',
	{
		clientCredentials: ['Client Credentials', 'Act as an API client'],
		user: ['Signed-In User', 'Act as the user who signed in with the credential'],
	},
);

/** The choice of credential, on nodes that take either. */
export const authenticationField: INodeProperties = { ...authentication, noDataExpression: true };

/**
 * As {@link authenticationField}, with only the signed-in user for one operation. The editor doesn't
 * show a field that decides by `show` whether the authentication is shown, so both use `hide`.
 *
 * @param operations the values of all operations
 */
export function authenticationFields(
	ofSignedInUser: string,
	operations: readonly string[],
): INodeProperties[] {
	const others = operations.filter((operation) => operation !== ofSignedInUser);
	const hideFor = (operation: string[]) => ({ displayOptions: { hide: { operation } } });
	const options = authentication.options.filter(({ value }) => value === 'user');
	return [
		{ ...authenticationField, ...hideFor([ofSignedInUser]) },
		{ ...authenticationField, ...hideFor([...new Set(others)]), options, default: 'user' },
	];
}

export const eitherCredential: INodeCredentialDescription[] = Object.entries(credentialTypes).map(
	([type, name]) => ({
		name,
		required: true,
		displayOptions: { show: { authentication: [type] } },
	}),
);

/** Which credential a node uses. Nodes with only one have no such parameter. */
export function readAuthentication(form: Form): Authentication {
	return readChoice(form, authentication);
}
