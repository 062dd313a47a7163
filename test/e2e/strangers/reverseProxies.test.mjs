// The service behind nginx: what it holds back, and https with a certificate of an authority that
// only this n8n trusts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { createPrivateAuthority } from './certificates.mjs';
import { createCredentialAt, requireLive, requireWorking, runFailing } from '../flows.mjs';
import { secureServer, startNginx } from './proxies.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const authority = stopAfterTests(await createPrivateAuthority());
const env = { NODE_EXTRA_CA_CERTS: authority.authorityFile };
const bed = stopAfterTests(await startTestBed({ host: { env } }));
const service = new URL(bed.sandbox.baseUrl).host;
const nginx = stopAfterTests(
	await startNginx({
		portCount: 2,
		files: authority.files,
		configure: ([port, secure]) => `
			server {
				listen 127.0.0.1:${port};
				location /held/ {
					proxy_pass http://${service}/;
				}
				location /compressed/ {
					proxy_pass http://${service}/;
					proxy_buffering off;
					gzip on;
					gzip_proxied any;
					gzip_min_length 1;
					gzip_types application/json text/event-stream;
				}
			}
			${secureServer([`127.0.0.1:${secure}`, `127.0.0.2:${secure}`], bed.sandbox.baseUrl)}
		`,
	}),
);

/** @param {string} location */
async function behindNginx(location) {
	return await createCredentialAt(bed, `http://127.0.0.1:${nginx.ports[0]}/${location}`);
}

describe('nginx', () => {
	/** @type {[string, string, Record<string, string>][]} */
	const live = [
		['without buffering, and compressed', 'compressed', {}],
		['where the service asks for it', 'held', { 'x-accel-buffering': 'no' }],
	];
	for (const [name, location, headers] of live) {
		test(`passes each word on at once ${name}`, async () => {
			await requireLive(bed, `live-${location}`, await behindNginx(location), { headers });
		});
	}
});

describe('https with a certificate of a private authority', () => {
	test('works if n8n trusts the authority', async () => {
		await requireWorking(bed, `https://localhost:${nginx.ports[1]}`);
	});

	test('is rejected for another address', async () => {
		const credential = await createCredentialAt(bed, `https://127.0.0.2:${nginx.ports[1]}`);
		const error = await runFailing(bed, credential);
		assert.equal(error.errorCode, 'certificate');
		assert.match(error.description, /^Use the host name that the certificate was issued for/);
	});
});
