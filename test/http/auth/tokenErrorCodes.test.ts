import { expiredSignIn, tokenErrorCodes } from '../../../src/http/auth/tokenErrorCodes';

test.each([
	['invalid_client', 'client ID or the client secret', 'Copy both again from the developer portal'],
	['invalid_grant', 'no longer valid', 'connect it again'],
	['invalid_request', 'did not accept the token request', 'Check Tenant ID'],
	['invalid_scope', 'may not use the scope', 'Check Scope Prefix'],
	['unauthorized_client', 'may not act in this tenant', 'Grant the client access to the tenant'],
	['access_denied', 'denied access to this tenant', 'Grant the client access to the tenant'],
	[
		'unsupported_grant_type',
		'does not offer this way to sign in',
		'Check Authorization Server URL',
	],
])('%s has a message and an instruction', (code, message, description) => {
	expect(tokenErrorCodes[code]?.message).toContain(message);
	expect(tokenErrorCodes[code]?.description).toContain(description);
});

test('invalid_grant asks to sign in again', () => {
	expect(tokenErrorCodes.invalid_grant).toBe(expiredSignIn);
});
