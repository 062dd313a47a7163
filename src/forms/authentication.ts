import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { type Authentication, credentialTypes } from '../http/auth/credential';
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
 * As {@link authenticationField}, but for one operation, the signed-in user is the only choice. The
 * editor would hide the field 'Operation' if it was in a `show` of the authentication, so both use `hide`.
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
		// Where the editor shows the list of credentials.
		{ displayName: 'Credential', name: 'credential', type: 'credentials', default: '' },
	];
}

/** @param field the authentication, as the editor finds it */
function credentialsBy(field: string): INodeCredentialDescription[] {
	return Object.entries(credentialTypes).map(([type, name]) => ({
		name,
		required: true,
		displayOptions: { show: { [field]: [type] } },
	}));
}

/** One list with the credentials of both types. It decides the authentication, which isn't shown. */
export const eitherCredential = credentialsBy('authentication');

/**
 * Only the credentials that suit the authentication, which is shown. The editor merges the lists of
 * all types whose condition names the field without the slash.
 */
export const credentialOfAuthentication = credentialsBy('/authentication');

/** Which credential a node uses. Nodes with only one have no such parameter. */
export function readAuthentication(form: Form): Authentication {
	return readChoice(form, authentication);
}
