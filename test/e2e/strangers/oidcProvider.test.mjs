// oidc-provider as the authorization server of both credentials, in place of the sandbox's own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operationIds, scopeOf } from '../catalogue.mjs';
import { finishSignIn, startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { signInAt, startAuthorizationServer } from './authorizationServer.mjs';
import { readingUsers, runNode, withOptions } from '../flows.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

/** @typedef {import('../../../scripts/n8n/n8nRestClient.mjs').Credential} Credential */

/** Lives of access tokens in seconds; a run outlives several of the short ones. */
const [shortLife, longLife] = [5, 3600];

const bed = stopAfterTests(await startTestBed({ host: {} }));
const { sandbox, client } = bed;
const redirectUri = `${bed.host.baseUrl}/rest/oauth2-credential/callback`;
const scopes = [...new Set(operationIds.map((id) => scopeOf(sandbox, id)))];
const server = stopAfterTests(
	await startAuthorizationServer({
		scopes,
		tenantId: sandbox.credential.tenantId,
		redirectUri,
	}),
);
sandbox.authorizationServer.authorize = authorize;
const clientCredential = await client.createCredential('Workflows', bed.credential.type, {
	...sandbox.credential,
	authServerUrl: server.url,
	clientId: server.workflows.id,
	clientSecret: server.workflows.secret,
});
const personCredential = await client.createCredential('Person', bed.userCredential.type, {
	baseUrl: sandbox.baseUrl,
	clientId: server.person.id,
	clientSecret: server.person.secret,
	authUrl: server.url + server.routes.authorization,
	accessTokenUrl: server.url + server.routes.token,
	// The provider asks for it before it returns a refresh token.
	authQueryParameters: `prompt=consent&tenant_id=${sandbox.credential.tenantId}`,
});

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

/** Sees what happens from now on. */
function watch() {
	const [requests, tokens] = [bed.sandbox.requests.length, server.tokenRequests.length];
	return {
		requests: () => bed.sandbox.requests.slice(requests),
		refused: () =>
			bed.sandbox.requests.slice(requests).filter(({ status }) => status === 401 || status === 403),
		tokenRequests: () => server.tokenRequests.slice(tokens),
	};
}

/** @param {import('../../sandbox/index.js').LoggedRequest} request */
const tokenOf = ({ token = NaN }) => [...server.accessTokens.values()][token];

/**
 * Reads a user for each item, one after the other, for so long.
 *
 * @param {Credential} credential
 * @param {number} seconds
 * @param {object} [parameters]
 */
async function readFor(credential, seconds, parameters = {}) {
	const perRead = 500;
	const { userId } = bed.sandbox.samples;
	const items = Array.from({ length: (seconds * 1000) / perRead }, () => ({ userId }));
	bed.sandbox.latencyMs = perRead;
	try {
		const { type, parameters: usual } = withOptions(readingUsers, { concurrency: 1 });
		const reading = { type, parameters: { ...usual, ...parameters } };
		const read = await runNode(bed, credential, reading, items);
		assert.deepEqual(
			read.map((user) => user.userId),
			items.map(() => userId),
		);
	} finally {
		bed.sandbox.latencyMs = 0;
	}
}

test('a client renews its token in time, so the service rejects none', async () => {
	const seen = watch();
	server.lifetime = shortLife;
	await readFor(clientCredential, 3 * shortLife);
	server.lifetime = longLife;
	assert.deepEqual(seen.refused(), []);
	const granted = seen.tokenRequests().length;
	assert.ok(granted >= 3 && granted < seen.requests().length / 2, `${granted} tokens`);
});

describe('a person', () => {
	test('signs in on the pages of the provider, with PKCE and the tenant', async () => {
		const seen = watch();
		server.lifetime = shortLife;
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
		const [exchanged, ...others] = seen.tokenRequests();
		assert.equal(exchanged?.fields.grant_type, 'authorization_code');
		assert.ok(exchanged?.fields.code_verifier);
		assert.deepEqual(others, []);
	});

	test('renews several access tokens in time, each refresh token once', async () => {
		const seen = watch();
		await readFor(personCredential, 3 * shortLife, { authentication: 'user' });
		server.lifetime = longLife;
		assert.deepEqual(seen.refused(), []);
		assert.ok(seen.requests().every((request) => tokenOf(request)?.person === 'anna'));
		const renewals = seen.tokenRequests();
		assert.ok(renewals.length >= 3, `${renewals.length} renewals`);
		assert.ok(
			renewals.every(({ fields, error }) => fields.grant_type === 'refresh_token' && !error),
		);
		const used = renewals.map(({ fields }) => fields.refresh_token);
		assert.equal(new Set(used).size, used.length);
	});
});

test("leaves no secret and no token in n8n's log", () => {
	const printed = bed.host.logs().join('\n');
	const secrets = [server.workflows.secret, server.person.secret];
	for (const secret of [...secrets, ...server.accessTokens.keys(), ...server.refreshTokens]) {
		assert.ok(!printed.includes(secret));
	}
});
