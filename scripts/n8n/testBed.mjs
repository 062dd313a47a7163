import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { startBuiltSandbox } from '../build/build.mjs';
import { N8nRestClient } from './n8nRestClient.mjs';
import { startHost } from './host.mjs';

/**
 * A real n8n with the packed package, and the sandbox it talks to.
 *
 * @typedef {object} TestBed
 * @property {import('../../test/sandbox/index.js').Sandbox} sandbox in this process: set faults, read requests
 * @property {import('./host.mjs').RunningHost} host
 * @property {N8nRestClient} client logged in as the owner
 * @property {Owner} owner to log in with in a browser
 * @property {import('./n8nRestClient.mjs').Credential} credential of the sandbox's API client
 * @property {import('./n8nRestClient.mjs').Credential} userCredential of the sandbox's interactive
 *   user, signed in
 * @property {import('./n8nRestClient.mjs').Credential[]} credentials both, for `importWorkflow`
 * @property {() => Promise<void>} stop ends n8n and the sandbox, and deletes the user folder
 */

/** Where a process finds the n8n that it shares with others. */
const sharedVariable = 'TEST_SHARED_N8N';

/**
 * An n8n that several processes share, as it takes long to start.
 *
 * @typedef {Pick<import('./host.mjs').RunningHost, 'baseUrl' | 'userFolder' | 'installedPackage'> &
 *   { owner: Owner }} SharedHost
 */

/** @typedef {import('./n8nRestClient.mjs').Owner} Owner */

/**
 * Starts the n8n of all test beds, in this process and in those that it starts, without settings of
 * their own.
 *
 * @returns {Promise<{ stop: () => Promise<void> }>}
 */
export async function startSharedHost() {
	const host = await startHost();
	const { baseUrl, userFolder, installedPackage } = host;
	const owner = makeOwner();
	await new N8nRestClient(baseUrl).setUpOwner(owner);
	process.env[sharedVariable] = JSON.stringify({ baseUrl, userFolder, installedPackage, owner });
	return host;
}

/**
 * @returns {Promise<Pick<TestBed, 'host' | 'client' | 'owner'> | undefined>} undefined if none runs.
 *   At its end, no workflow is published, so that the next process can use the same paths.
 */
async function joinSharedHost() {
	const found = process.env[sharedVariable];
	if (!found) return undefined;
	const { owner, ...shared } = /** @type {SharedHost} */ (JSON.parse(found));
	const client = new N8nRestClient(shared.baseUrl);
	await client.login(owner);
	const host = {
		...shared,
		logs: () => {
			throw new Error("A test that reads n8n's log needs an n8n of its own: { host: {} }");
		},
		isRunning: () => true,
		stop: async () => await client.deactivateAll(),
		kill: async () => {
			throw new Error('Others use this n8n, too. A test that kills one starts its own.');
		},
	};
	return { host, client, owner };
}

/** @param {Parameters<typeof startHost>[0]} [options] */
async function startOwnHost(options) {
	const host = await startHost(options);
	try {
		const client = new N8nRestClient(host.baseUrl);
		const owner = makeOwner();
		await client.setUpOwner(owner);
		return { host, client, owner };
	} catch (error) {
		await host.stop();
		throw error;
	}
}

/**
 * Starts sandbox and n8n, sets up the owner and both credentials. Build before: run.mjs does, or
 * `npx gulp --series build buildSandbox`.
 *
 * @param {object} [options]
 * @param {import('../../test/sandbox/index.js').SandboxOptions} [options.sandbox]
 * @param {Parameters<typeof startHost>[0]} [options.host] for an n8n of its own, also if others share one
 * @returns {Promise<TestBed>} stop it in an `after` hook
 */
export async function startTestBed(options = {}) {
	const sandbox = await startBuiltSandbox(options.sandbox);
	// Every answer that is slow on purpose listens for the end of the sandbox.
	setMaxListeners(0, sandbox.closing);
	try {
		const shared = options.host ? undefined : await joinSharedHost();
		const { host, client, owner } = shared ?? (await startOwnHost(options.host));
		try {
			const { credential, userCredential } = await createCredentials(client, sandbox);
			return {
				sandbox,
				host,
				client,
				owner,
				credential,
				userCredential,
				credentials: [credential, userCredential],
				stop: async () => {
					await host.stop();
					await sandbox.close();
				},
			};
		} catch (error) {
			await host.stop();
			throw error;
		}
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}

/** @returns {Owner} */
function makeOwner() {
	return {
		email: 'owner@example.org',
		password: `Owner1-${randomBytes(9).toString('base64url')}`,
		firstName: 'Test',
		lastName: 'Owner',
	};
}

/**
 * Creates both credentials of the package for a sandbox, and signs the interactive user in.
 *
 * @param {N8nRestClient} client
 * @param {import('../../test/sandbox/index.js').Sandbox} sandbox
 */
async function createCredentials(client, sandbox) {
	const credential = await client.createCredential(
		'Sandbox',
		'integrationServiceOAuth2Api',
		sandbox.credential,
	);
	const { baseUrl, clientId, clientSecret, authUrl, accessTokenUrl, scope, fieldNames } =
		sandbox.userCredential;
	const userCredential = await client.createCredential(
		'Sandbox user',
		'integrationServiceUserOAuth2Api',
		{ baseUrl, clientId, clientSecret, authUrl, accessTokenUrl, scope, fieldNames },
	);
	await signIn(client, userCredential);
	return { credential, userCredential };
}

/**
 * Walks through the sign-in as the editor's pop-up window does: authorization server, then back to
 * n8n with the code.
 *
 * @param {N8nRestClient} client
 * @param {import('./n8nRestClient.mjs').Credential} credential
 * @throws when the authorization server or n8n does not go along
 */
async function signIn(client, credential) {
	const signInPage = await client.request(
		'GET',
		`/rest/oauth2-credential/auth?id=${credential.id}`,
	);
	const signedIn = await fetch(signInPage, { redirect: 'manual' });
	const callback = signedIn.headers.get('location');
	if (!callback) throw new Error(`The sign-in page answered: ${await signedIn.text()}`);
	await finishSignIn(client, credential, callback);
}

/**
 * Comes back to n8n from the sign-in, with the code.
 *
 * @param {N8nRestClient} client
 * @param {import('./n8nRestClient.mjs').Credential} credential
 * @param {string} callback the address to which the authorization server has sent the browser
 * @throws when n8n does not go along
 */
async function finishSignIn(client, credential, callback) {
	const answer = await fetch(callback, {
		headers: { cookie: client.cookie, 'browser-id': client.browserId },
	});
	const page = await answer.text();
	const { oauthTokenData } = await client.readCredential(credential);
	if (!oauthTokenData) {
		throw new Error(`n8n did not take the sign-in: ${answer.status} ${page.slice(0, 500)}`);
	}
}
