/** What the authorization server of the documented service is (spec 5). */
import { errorText } from './errorCodes';

/** Appended to the URL of the authorization server. */
export const tokenPath = '/connect/token';

export const defaultScopePrefix = 'svc:';

const grantAccess =
	"Grant the client access to the tenant in the developer portal and the application store of the platform, and check 'Tenant ID' in the credential.";

/** Error codes of an authorization server that rejects a token request (RFC 6749, 5.2). */
export const tokenErrorCodes = {
	invalid_client: errorText(
		"The authorization server doesn't accept the client ID or the client secret",
		"Copy 'Client ID' and 'Client Secret' from the developer portal into the credential again, without spaces around them.",
	),
	invalid_grant: errorText(
		"The authorization server doesn't accept the sign-in",
		"If you signed in with the credential, open it and connect again. Otherwise, check 'Tenant ID' in Options or in the credential.",
	),
	invalid_request: errorText(
		'The authorization server rejected the token request',
		"Check 'Tenant ID' in Options or in the credential. Enter the ID of the tenant to work in.",
	),
	invalid_scope: errorText(
		"The client isn't allowed to use the scope of this operation",
		"Check 'Scope Prefix' in the credential, and 'Scope' if the node has this field, too.",
	),
	unauthorized_client: errorText("The client isn't allowed to work in this tenant", grantAccess),
	access_denied: errorText('The authorization server denied access to this tenant', grantAccess),
	unsupported_grant_type: errorText(
		"The authorization server doesn't support this type of sign-in",
		"Check 'Authorization Server URL' in the credential.",
	),
};

export type OAuthErrorCode = keyof typeof tokenErrorCodes;

export function isOAuthErrorCode(code: unknown): code is OAuthErrorCode {
	return typeof code === 'string' && Object.hasOwn(tokenErrorCodes, code);
}
