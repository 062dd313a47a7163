// n8n's own test of a credential, as it runs on Save: its requests and messages.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scopeOf } from './catalogue.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const type = 'integrationServiceOAuth2Api';

const bed = stopAfterTests(await startTestBed());

/**
 * Saves a credential that differs from the right one, and tests it.
 *
 * @param {(right: typeof bed.sandbox.credential) => object} change
 */
async function testOnSave(change) {
	const right = bed.sandbox.credential;
	const credential = await bed.client.createCredential('Saved', type, {
		...right,
		...change(right),
	});
	return await bed.client.testCredential(credential);
}

test('passes with one token request that contains the tenant', async () => {
	const earlier = bed.sandbox.tokenRequests.length;
	const { status, message } = await testOnSave(() => ({}));
	assert.equal(`${status}: ${message}`, 'OK: Connection successful!');
	const asked = bed.sandbox.tokenRequests.slice(earlier);
	const { clientId, tenantId } = bed.sandbox.credential;
	const scope = scopeOf(bed.sandbox, 'connectedTenant.getAll');
	assert.deepEqual(
		asked.map((request) => [
			request.grantType,
			request.scope,
			request.clientId,
			request.tenantId,
			request.status,
		]),
		[['client_credentials', scope, clientId, tenantId, 200]],
	);
});

test('passes with the scope prefix alone', async () => {
	const { status } = await testOnSave(({ scopePrefix }) => ({
		scope: '',
		scopePrefix: ` ${scopePrefix} `,
	}));
	assert.equal(status, 'OK');
});

const nowhere = 'http://127.0.0.1:9';

/** @type {[string, Parameters<typeof testOnSave>[0], RegExp][]} */
const wrongFields = [
	[
		'client secret',
		() => ({ clientSecret: 'not-it' }),
		/access token: Client authentication failed/,
	],
	[
		'tenant',
		() => ({ tenantId: 'nowhere' }),
		/access token: The request .+ invalid parameter value/,
	],
	['scope', () => ({ scope: 'all' }), /access token: The requested scope is invalid/],
	[
		'path of Base URL',
		({ baseUrl }) => ({ baseUrl: `${baseUrl}/v1` }),
		/^'Base URL' has no integration service\. Check the URL for a missing or extra path\.$/,
	],
	['host of Base URL', () => ({ baseUrl: nowhere }), /^ECONNREFUSED$/],
	[
		'path of Authorization Server URL',
		({ authServerUrl }) => ({ authServerUrl: `${authServerUrl}/v1` }),
		/access token: HTTP status 404/,
	],
	[
		'host of Authorization Server URL',
		() => ({ authServerUrl: nowhere }),
		/^The service refused the connection - perhaps it is offline$/,
	],
];

describe('the test fails with a wrong', () => {
	for (const [field, change, expected] of wrongFields) {
		test(field, async () => {
			const { status, message } = await testOnSave(change);
			assert.equal(status, 'Error');
			assert.match(message, expected);
		});
	}
});

/** @type {[string, object, string, RegExp][]} */
const answers = [
	[
		'a web page',
		{ bodyMode: 'html' },
		'Error',
		/^'Base URL' returns a web page instead of data\. .*Enter the URL of the service itself\.$/,
	],
	[
		'302, which is not followed',
		{ status: 302, headers: { location: 'https://example.org/login' } },
		'Error',
		/^'Base URL' redirects to another URL, such as a sign-in page\. .*service itself\.$/,
	],
	[
		'401',
		{ status: 401 },
		'Error',
		/^The service rejected the access token\. Check that 'Base URL' and /,
	],
	['403, as the token is good', { status: 403 }, 'OK', /./],
	['no tenants, as not every one is connected to others', { replaceBody: () => [] }, 'OK', /./],
];

for (const [name, fault, expected, text] of answers) {
	test(`the test reports ${expected} for ${name}`, async () => {
		// n8n asks for a second token after a 401.
		const injected = bed.sandbox.faults.add({ ...fault, times: 2 });
		const { status, message } = await bed.client.testCredential(bed.credential);
		injected.remove();
		assert.ok(injected.hits > 0);
		assert.equal(status, expected);
		assert.match(message, text);
	});
}
