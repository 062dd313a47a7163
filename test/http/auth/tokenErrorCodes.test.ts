import { tokenErrorCodes } from '../../../src/http/auth/tokenErrorCodes';

test.each([
	[
		'invalid_client',
		'client ID or the client secret',
		"Copy 'Client ID' and 'Client Secret' from the developer portal",
	],
	['invalid_grant', 'no longer valid', 'connect again'],
	['invalid_request', 'rejected the token request', "Check 'Tenant ID'"],
	['invalid_scope', "isn't allowed to use the scope", "Check 'Scope Prefix'"],
	[
		'unauthorized_client',
		"isn't allowed to work in this tenant",
		'Grant the client access to the tenant',
	],
	['access_denied', 'denied access to this tenant', 'Grant the client access to the tenant'],
	[
		'unsupported_grant_type',
		"doesn't support this type of sign-in",
		"Check 'Authorization Server URL'",
	],
])('%s has a message and an instruction', (code, message, description) => {
	expect(tokenErrorCodes[code]?.message).toContain(message);
	expect(tokenErrorCodes[code]?.description).toContain(description);
});
