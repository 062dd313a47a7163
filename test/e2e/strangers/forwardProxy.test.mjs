// Squid as the proxy through which this n8n reaches everything: HTTP_PROXY, HTTPS_PROXY, NO_PROXY.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import getPort from 'get-port';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { createPrivateAuthority } from './certificates.mjs';
import { createCredentialAt, requireWorking, runFailing, runNode } from '../flows.mjs';
import { secureServer, startNginx, startSquid } from './proxies.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

/** The name and the password that Squid wants. */
const account = { name: 'n8n', password: randomBytes(12).toString('hex') };
/** What Squid does not let through. */
const deniedPort = await getPort({ host: '127.0.0.1' });
/** What it lets through for another name only. */
const lockedPort = await getPort({ host: '127.0.0.1' });
/** An address without a server. */
const absentPort = await getPort({ host: '127.0.0.1' });

const authority = stopAfterTests(await createPrivateAuthority());
const squid = stopAfterTests(
	await startSquid({
		files: {
			'check.sh': `while read -r name password; do
				if [ "$name $password" = "${account.name} ${account.password}" ]; then echo OK; else echo ERR; fi
			done`,
		},
		configure: (port, folder) => `
			http_port 127.0.0.1:${port}
			auth_param basic program /bin/sh ${folder}/check.sh
			auth_param basic children 2
			acl denied port ${deniedPort}
			acl locked port ${lockedPort}
			acl somebody proxy_auth REQUIRED
			acl another proxy_auth another
			http_access deny denied
			http_access deny locked !another
			http_access allow somebody
		`,
	}),
);
const proxy = `http://${account.name}:${account.password}@127.0.0.1:${squid.port}`;
const env = {
	HTTP_PROXY: proxy,
	HTTPS_PROXY: proxy,
	NO_PROXY: 'localhost',
	NODE_EXTRA_CA_CERTS: authority.authorityFile,
};
const bed = stopAfterTests(await startTestBed({ host: { env } }));
const nginx = stopAfterTests(
	await startNginx({
		files: authority.files,
		configure: (port) => secureServer(port, bed.sandbox.baseUrl),
	}),
);

const plain = bed.sandbox.baseUrl;
const secure = `https://127.0.0.1:${nginx.port}`;
const ways = /** @type {const} */ ([
	['http, asked of it', plain],
	['https, through a tunnel', secure],
]);

/** What Squid was asked for since the last time. */
const newRequests = (() => {
	let seen = 0;
	return async () => {
		const all = await squid.requests();
		const since = all.slice(seen).filter(({ method }) => method !== '-');
		seen = all.length;
		return since;
	};
})();

/**
 * A credential whose tokens come from the sandbox, and whose service is elsewhere.
 *
 * @param {string} baseUrl
 */
async function credentialFor(baseUrl) {
	const { credential } = bed.sandbox;
	return await bed.client.createCredential(baseUrl, bed.credential.type, {
		...credential,
		baseUrl,
	});
}

for (const [way, address] of ways) {
	describe(way, () => {
		test('passes on credential tests, tokens, requests, and answers', async () => {
			await newRequests();
			await requireWorking(bed, address);
			const asked = await newRequests();
			assert.ok(asked.every(({ status: each }) => each === '200'));
			const { host } = new URL(address);
			const sent = [
				// n8n's own test of the credential, then the nodes with a token for each scope.
				'POST /auth/connect/token',
				'GET /admin/user/connected-tenants',
				'POST /auth/connect/token',
				'GET /admin/user/users',
				'POST /auth/connect/token',
				'POST /common/agent/threads',
			];
			assert.deepEqual(
				asked.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`),
				address === secure
					? sent.map(() => `CONNECT ${host}`)
					: sent.map((request) => request.replace(' ', ` ${address}`)),
			);
		});

		test('denies an address, and the message names who can allow it', async () => {
			const denied = `${new URL(address).protocol}//127.0.0.1:${deniedPort}`;
			const error = await runFailing(bed, await credentialFor(denied));
			assert.match(error.message, /^The request was blocked before it reached .+\(HTTP 403\)/);
			assert.match(error.description, /allow your n8n instance.+comes from a proxy/);
			const credential = await createCredentialAt(bed, denied);
			const { message: said } = await bed.client.testCredential(credential);
			assert.match(said, /Expected JSON response from OAuth2 token endpoint .+ <!DOCTYPE/s);
			const tokenError = await runFailing(bed, credential);
			assert.match(tokenError.message, /^The authorization server returned no access token/);
			assert.match(
				tokenError.description,
				/allow your n8n instance in the proxy or firewall.+usually comes from a proxy/,
			);
			for (const { message, description } of [error, tokenError]) {
				assert.doesNotMatch(message + description, /squid|<html/i);
			}
		});

		test('requires a login, and the message names where to enter it', async () => {
			const locked = `${new URL(address).protocol}//127.0.0.1:${lockedPort}`;
			const error = await runFailing(bed, await credentialFor(locked));
			assert.match(error.message, /^The proxy requires a username and password \(HTTP 407\)/);
			assert.match(error.description, /HTTP_PROXY and HTTPS_PROXY/);
		});

		test("can't reach a service, and the message explains it", async () => {
			const absent = `${new URL(address).protocol}//127.0.0.1:${absentPort}`;
			const error = await runFailing(bed, await credentialFor(absent));
			assert.match(error.message, /^The service is unavailable \(HTTP 503\)/);
			assert.match(
				error.description,
				/why the proxy can't reach the service.+usually comes from a proxy/,
			);
		});
	});
}

test('uses no proxy for addresses in NO_PROXY', async () => {
	const credential = await createCredentialAt(bed, plain.replace('127.0.0.1', 'localhost'));
	await newRequests();
	assert.equal((await runNode(bed, credential)).length, 3);
	assert.deepEqual(await newRequests(), []);
});

test("leaves the proxy's password out of n8n's log", () => {
	assert.ok(!bed.host.logs().join('\n').includes(account.password));
});

test('explains what to do if the proxy is down', async () => {
	await squid.stop();
	for (const [, address] of ways) {
		const credential = await createCredentialAt(bed, address);
		const { message: said } = await bed.client.testCredential(credential);
		assert.equal(said, 'The service refused the connection - perhaps it is offline');
		const error = await runFailing(bed, credential);
		assert.match(error.message, /does not accept connections/);
		assert.match(error.description, /HTTP_PROXY, HTTPS_PROXY, and NO_PROXY/);
		assert.ok(!JSON.stringify(error).includes(account.password));
	}
});
