// oidc-provider as the authorization server of both credentials, in place of the sandbox's own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operationIds, scopeOf } from '../catalogue.mjs';
import { finishSignIn, startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { signInAt, startAuthorizationServer } from './authorizationServer.mjs';
import { registeringReturns, runFailing, runNode, someUsers } from '../flows.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed({ host: {} }));
const { sandbox, client } = bed;
const redirectUri = `${bed.host.baseUrl}/rest/oauth2-credential/callback`;
const scopes = [...new Set(operationIds.map((id) => scopeOf(sandbox, id)))];
const server = stopAfterTests(
	await startAuthorizationServer({
		scopes,
		clientScopes: scopes.filter((scope) => scope !== scopeOf(sandbox, 'return.create')),
		tenantId: sandbox.credential.tenantId,
		redirectUri,
	}),
);
sandbox.authorizationServer.authorize = authorize;
const clientCredential = await client.createCredential('Workflows', bed.credential.type, fields());
const personCredential = await client.createCredential('Person', bed.userCredential.type, {
	baseUrl: sandbox.baseUrl,
	clientId: server.person.id,
	clientSecret: server.person.secret,
	authUrl: server.url + server.routes.authorization,
	accessTokenUrl: server.url + server.routes.token,
	// The provider asks for it before it returns a refresh token.
	authQueryParameters: `prompt=consent&tenant_id=${sandbox.credential.tenantId}`,
});

/** @param {object} [changed] */
function fields(changed = {}) {
	return {
		...bed.sandbox.credential,
		authServerUrl: server.url,
		clientId: server.workflows.id,
		clientSecret: server.workflows.secret,
		...changed,
	};
}

/**
 * The token of a request, as the service takes it from this server.
 *
 * @param {string | undefined} header
 * @param {string} scope of the operation
 * @returns {ReturnType<import('../../sandbox/index.js').Sandbox['authorizationServer']['authorize']>}
 */
function authorize(header, scope) {
	const found = [...server.accessTokens.keys()].indexOf(String(header).replace('Bearer ', ''));
	const token = [...server.accessTokens.values()][found];
	/** @param {number} statusCode */
	const refusal = (statusCode) => Object.assign(new Error('The token is refused'), { statusCode });
	if (!token || token.endsAt <= Date.now()) throw refusal(401);
	// A client's token has exactly the scope of the operation; a person may have agreed to more.
	const granted = token.person ? token.scope.split(' ') : [token.scope];
	if (!granted.includes(scope)) throw refusal(403);
	return {
		number: found,
		scope: token.scope,
		expiresAt: token.endsAt,
		caller: { kind: token.person ? 'user' : 'client', id: token.person ?? server.workflows.id },
		tenantId: bed.sandbox.credential.tenantId,
	};
}

/** Ends the last token that the server has issued. */
function revokeLastToken() {
	const last = [...server.accessTokens.values()].at(-1);
	if (last) last.endsAt = 0;
}

/** The token requests from now on. */
function watch() {
	const earlier = server.tokenRequests.length;
	return () => server.tokenRequests.slice(earlier);
}

describe('client credentials', () => {
	test('pass the test on save', async () => {
		const { status, message } = await bed.client.testCredential(clientCredential);
		assert.equal(status, 'OK', message);
	});

	test('explain what the provider rejects', async () => {
		/** @type {[object, string, RegExp][]} */
		const wrong = [
			[{ tenantId: 'nowhere' }, 'invalid_request', /Tenant ID/],
			[{ clientSecret: 'not it' }, 'invalid_client', /client ID or the client secret/],
			[{ clientId: 'nobody' }, 'invalid_client', /client ID or the client secret/],
		];
		for (const [changed, code, expected] of wrong) {
			const credential = await bed.client.createCredential(
				'Wrong',
				bed.credential.type,
				fields(changed),
			);
			const error = await runFailing(bed, credential);
			assert.equal(error.errorCode, code);
			assert.match(error.message + error.description, expected);
		}
		const error = await runFailing(bed, clientCredential, registeringReturns);
		assert.equal(error.errorCode, 'invalid_scope');
		assert.ok(error.description.includes(scopeOf(bed.sandbox, 'return.create')));
	});
});

describe('a person', () => {
	const reading = { ...someUsers, parameters: { ...someUsers.parameters, authentication: 'user' } };

	test('signs in on the pages of the provider, with PKCE and the tenant', async () => {
		const seen = watch();
		const signInPage = await bed.client.request(
			'GET',
			`/rest/oauth2-credential/auth?id=${personCredential.id}`,
		);
		const callback = await signInAt(signInPage, redirectUri);
		await finishSignIn(bed.client, personCredential, callback);

		const [asked] = server.signIns;
		assert.equal(asked?.get('code_challenge_method'), 'S256');
		assert.equal(asked?.get('tenant_id'), bed.sandbox.credential.tenantId);
		assert.ok(asked?.get('scope')?.split(' ').includes('offline_access'));
		const [exchanged, ...others] = seen();
		assert.equal(exchanged?.fields.grant_type, 'authorization_code');
		assert.ok(exchanged?.fields.code_verifier);
		assert.deepEqual(others, []);
	});

	test('gets a new token after one rejected request, in all executions', async () => {
		await runNode(bed, personCredential, reading);
		revokeLastToken();
		const seen = watch();
		const runs = await Promise.all([1, 2, 3].map(() => runNode(bed, personCredential, reading)));
		for (const items of runs) assert.equal(items.length, 3, JSON.stringify(items));
		const [renewal, ...others] = seen();
		assert.deepEqual([renewal?.fields.grant_type, others], ['refresh_token', []]);
		assert.equal(renewal?.error, undefined);
	});

	test('is asked to sign in again if the refresh token was used', async () => {
		const [used = ''] = server.refreshTokens;
		const response = await fetch(server.url + server.routes.token, {
			method: 'POST',
			body: new URLSearchParams({
				grant_type: 'refresh_token',
				refresh_token: used,
				client_id: server.person.id,
				client_secret: server.person.secret,
			}),
		});
		assert.equal(response.status, 400);
		const error = await runFailing(bed, personCredential, reading);
		assert.equal(error.errorCode, 'invalid_grant');
		assert.match(error.message, /^The sign-in is no longer valid/);
		assert.match(error.description, /connect again/);
	});
});

test("leaves no secret and no token in n8n's log", () => {
	const printed = bed.host.logs().join('\n');
	const secrets = [server.workflows.secret, server.person.secret];
	for (const secret of [...secrets, ...server.accessTokens.keys(), ...server.refreshTokens]) {
		assert.ok(!printed.includes(secret));
	}
});
