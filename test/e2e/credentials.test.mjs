// n8n's own test of a credential, as it runs on Save.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

for (const [status, expected, text] of /** @type {const} */ ([
	[
		302,
		'Error',
		/^'Base URL' redirects to another URL, such as a sign-in page\. .*service itself\.$/,
	],
	// The token is good.
	[403, 'OK', /./],
])) {
	test(`the test reports ${expected} for ${status}`, async () => {
		const headers = { location: 'https://example.org/login' };
		const injected = bed.sandbox.faults.add({ status, headers });
		const { status: result, message } = await bed.client.testCredential(bed.credential);
		injected.remove();
		assert.equal(result, expected);
		assert.match(message, text);
	});
}
