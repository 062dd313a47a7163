// An n8n that lets requests go to few addresses (its SSRF protection), and trusts no private authority.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { createPrivateAuthority } from './certificates.mjs';
import { createCredentialAt, requireWorking, runFailing } from '../flows.mjs';
import { secureServer, startNginx } from './proxies.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const env = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
	N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
	N8N_SSRF_BLOCKED_HOSTNAMES: 'blocked.example.org',
	N8N_LOG_LEVEL: 'debug',
};
const authority = stopAfterTests(await createPrivateAuthority());
const bed = stopAfterTests(await startTestBed({ host: { env } }));
const nginx = stopAfterTests(
	await startNginx({
		files: authority.files,
		configure: (port) => secureServer(port, bed.sandbox.baseUrl),
	}),
);

/** @param {string} address */
async function saidOnSave(address) {
	const { message } = await bed.client.testCredential(await createCredentialAt(bed, address));
	return message;
}

/** How often this n8n has sent a request again. */
const repetitions = () =>
	bed.host.logs().filter((line) => line.includes('Sending the request again')).length;

for (const [kind, host] of /** @type {const} */ ([
	['IP address', '127.0.0.1'],
	['name', 'localhost'],
])) {
	test(`works for a service that is allowed by its ${kind}`, async () =>
		await requireWorking(bed, bed.sandbox.baseUrl.replace('127.0.0.1', host)));
}

test('names the settings for a service that is not allowed, without a retry', async () => {
	const earlier = repetitions();
	for (const address of ['http://127.0.0.2:80', 'http://blocked.example.org']) {
		const error = await runFailing(bed, await createCredentialAt(bed, address));
		assert.equal(error.errorCode, 'blocked');
		assert.match(await saidOnSave(address), /The request was blocked because/);
		const host = new URL(address).host;
		assert.ok(
			error.message.startsWith(`n8n's SSRF protection blocked the request to ${host}`),
			error.message,
		);
		assert.match(
			error.description,
			/N8N_SSRF_ALLOWED_HOSTNAMES, or the IP address in N8N_SSRF_ALLOWED_IP_RANGES/,
		);
	}
	assert.equal(repetitions(), earlier);
});

test('explains an untrusted private authority, without a retry', async () => {
	const earlier = repetitions();
	const address = `https://localhost:${nginx.port}`;
	const error = await runFailing(bed, await createCredentialAt(bed, address));
	assert.equal(error.errorCode, 'certificate');
	assert.match(await saidOnSave(address), /unable to verify the first certificate/);
	assert.match(error.message, /^The certificate of localhost:\d+ is not trusted/);
	assert.match(error.description, /NODE_EXTRA_CA_CERTS/);
	assert.equal(repetitions(), earlier);
});
