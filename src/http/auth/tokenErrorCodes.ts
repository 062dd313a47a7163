import type { ErrorCodeText } from '../../api/errorCodes';

/** A person has to sign in again. */
export const expiredSignIn: ErrorCodeText = {
	message: 'The sign-in is no longer valid',
	description: 'Open the credential and connect it again.',
};

/** Error codes with which an authorization server refuses a token (OAuth 2.0, RFC 6749, 5.2). */
export const tokenErrorCodes: Readonly<Record<string, ErrorCodeText>> = {
	invalid_client: {
		message: 'The authorization server does not accept the client ID or the client secret',
		description:
			'Copy both again from the developer portal into the credential, without spaces around them.',
	},
	invalid_grant: expiredSignIn,
	invalid_request: {
		message: 'The authorization server did not accept the token request',
		description:
			'Check Tenant ID in the credential: it must be the identifier of the tenant to act in.',
	},
	invalid_scope: {
		message: 'The client may not use the scope that this operation needs',
		description: 'Check Scope Prefix in the credential, too.',
	},
	unauthorized_client: {
		message: 'The client may not act in this tenant',
		description:
			'Grant the client access to the tenant in the developer portal and the application store of the platform, and check Tenant ID in the credential.',
	},
	access_denied: {
		message: 'The authorization server denied access to this tenant',
		description:
			'Grant the client access to the tenant in the developer portal and the application store of the platform, and check Tenant ID in the credential.',
	},
	unsupported_grant_type: {
		message: 'The authorization server does not offer this way to sign in',
		description:
			'Check Authorization Server URL in the credential: it may be the address of another server.',
	},
};
