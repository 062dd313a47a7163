// The service behind nginx and HAProxy: what they hold back, refuse and cut, and https with a
// certificate of an authority that only this n8n trusts.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { createPrivateAuthority } from './certificates.mjs';
import {
	answerEvents,
	asking,
	createCredentialAt,
	readingUsers,
	requireLive,
	requireWorking,
	runFailing,
	runNode,
	withOptions,
	words,
} from '../flows.mjs';
import { secureServer, startHaproxy, startNginx } from './proxies.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

/** Longer than the proxies wait for the service; milliseconds. */
const tooLong = 3000;

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
				location /live/ {
					proxy_pass http://${service}/;
					proxy_http_version 1.1;
					proxy_set_header Connection "";
					proxy_buffering off;
				}
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
const haproxy = stopAfterTests(
	await startHaproxy({
		portCount: 2,
		configure: ([http, tcp]) => `
			defaults
			timeout connect 5s
			timeout client 1s
			timeout server 1s
			timeout tunnel 1s
			timeout http-keep-alive 100ms
			timeout http-request 5s
			listen http
			mode http
			http-reuse always
			bind 127.0.0.1:${http}
			server service ${service}
			listen tcp
			mode tcp
			bind 127.0.0.1:${tcp}
			server service ${service}
		`,
	}),
);

/** @param {string} location */
async function behindNginx(location) {
	return await createCredentialAt(bed, `http://127.0.0.1:${nginx.ports[0]}/${location}`);
}

/** @param {'http' | 'tcp'} mode */
async function behindHaproxy(mode) {
	return await createCredentialAt(
		bed,
		`http://127.0.0.1:${haproxy.ports[mode === 'http' ? 0 : 1]}`,
	);
}

describe('nginx', () => {
	/** @type {[string, string, Record<string, string>][]} */
	const live = [
		['without buffering', 'live', {}],
		['without buffering, compressed', 'compressed', {}],
		['where the service asks for it', 'held', { 'x-accel-buffering': 'no' }],
	];
	for (const [name, location, headers] of live) {
		test(`passes each word on at once ${name}`, async () => {
			await requireLive(bed, `live-${location}`, await behindNginx(location), { headers });
		});
	}
});

describe('HAProxy', () => {
	for (const mode of /** @type {const} */ (['http', 'tcp'])) {
		test(`interrupts an idle answer (${mode}), which is incomplete`, async () => {
			const pause = async (/** @type {string} */ word) =>
				await wait(word === words[2] ? tooLong : 0);
			bed.sandbox.scriptStream({ chunks: answerEvents(pause) });
			const error = await runFailing(bed, await behindHaproxy(mode), asking);
			assert.match(error.message, /^The connection was lost in the middle of the answer/);
			assert.equal(error.complete, false);
			assert.equal(error.output, words.slice(0, 3).join(''));
		});
	}

	test('can close idle connections without an error', async () => {
		const credential = await behindHaproxy('http');
		const { userId } = bed.sandbox.samples;
		const reading = withOptions(readingUsers, { maxRetries: 0 });
		const items = Array.from({ length: 40 }, () => ({ userId }));
		const fault = bed.sandbox.faults.add({ operation: 'user.get', delayMs: 150 });
		for (let round = 0; round < 3; round += 1) {
			const read = await runNode(bed, credential, reading, items);
			assert.equal(read.filter((user) => user.userId === userId).length, items.length);
			// Longer than HAProxy keeps a connection to n8n open.
			await wait(300);
		}
		fault.remove();
	});
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
