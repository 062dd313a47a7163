import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { cleanUpOnExit } from '../processes/cleanUp.mjs';
import { startProcess } from '../processes/processes.mjs';
import { installCommunityPackage } from './communityPackage.mjs';
import { installHost } from './pinnedHosts.mjs';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const endWithParent = fileURLToPath(new URL('endWithParent.cjs', import.meta.url));

/** Much longer than the ten seconds that it takes, for a machine under load. */
const longestStart = 180_000;

/** What n8n inherits of this process's environment: no settings of another n8n, npm or proxy. */
const inheritedVariables = ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TZ', 'USER'];

/** Parts of n8n that talk to its maker's services or take long to start; no test needs them. */
const unneededModules = ['agents', 'insights', 'instance-ai', 'mcp', 'mcp-registry'];

/** Where n8n answers JSON once it is ready: its own health check answers before the editor is. */
const readiness = { start: '/rest/settings', worker: '/healthz/readiness' };

/**
 * A running n8n with this package installed.
 *
 * @typedef {object} RunningHost
 * @property {string} baseUrl address of the editor and its REST interface, without a slash at the end
 * @property {string} userFolder
 * @property {string} installedPackage the folder from which it loads this package
 * @property {() => string[]} logs the last lines that n8n printed
 * @property {() => boolean} isRunning
 * @property {() => Promise<void>} stop ends n8n and what it started; deletes a temporary user folder
 * @property {() => Promise<void>} kill the same at once, as when a machine loses power
 */

/**
 * Installs a pinned n8n if need be and starts it with the current build of this package.
 *
 * @param {object} [options]
 * @param {import('./installPinned.mjs').Pin} [options.pinned] which n8n
 * @param {'start' | 'worker'} [options.command] `worker` for one that only works off a queue; its
 *   address then is that of its health check
 * @param {string} [options.userFolder] kept at the end; a temporary one by default
 * @param {number} [options.port] any free one by default
 * @param {Record<string, string>} [options.env] added to n8n's environment
 * @param {string} [options.packageFolder] the package to install, this project by default
 * @param {AbortSignal} [options.signal] ends the install or the start
 * @returns {Promise<RunningHost>} once the editor answers
 * @throws when the build is missing, or n8n does not start
 */
export async function startHost({
	pinned,
	command = 'start',
	userFolder,
	port,
	env = {},
	packageFolder = projectFolder,
	signal,
} = {}) {
	const host = await installHost(pinned, signal);

	const folder = userFolder ?? (await mkdtemp(path.join(tmpdir(), 'n8n-user-')));
	const forgetFolder = userFolder
		? () => {}
		: cleanUpOnExit(() => rmSync(folder, { recursive: true, force: true }));
	const removeFolder = async () => {
		if (userFolder) return;
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		forgetFolder();
	};

	try {
		const installedPackage = await installCommunityPackage(packageFolder, folder, signal);
		const editorPort = port ?? (await getPort({ host: '127.0.0.1' }));
		const brokerPort = await getPort({ host: '127.0.0.1' });
		const baseUrl = `http://127.0.0.1:${editorPort}`;
		const temporaryFolder = path.join(folder, 'tmp');
		await mkdir(temporaryFolder, { recursive: true });

		const n8n = await startProcess(
			host.node,
			['--require', endWithParent, path.join('node_modules', 'n8n', 'bin', 'n8n'), command],
			{
				cwd: host.folder,
				endsWithParent: true,
				env: {
					...inheritedEnvironment(),
					// n8n starts its task runner with the "node" of the search path.
					PATH: [path.dirname(host.node), process.env.PATH].join(path.delimiter),
					TMPDIR: temporaryFolder,
					NODE_COMPILE_CACHE: path.join(host.folder, '.compile-cache'),
					N8N_USER_FOLDER: folder,
					N8N_LISTEN_ADDRESS: '127.0.0.1',
					N8N_PORT: String(editorPort),
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(editorPort),
					N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
					N8N_RUNNERS_BROKER_PORT: String(brokerPort),
					N8N_EDITOR_BASE_URL: baseUrl,
					N8N_WEBHOOK_URL: baseUrl,
					N8N_SECURE_COOKIE: 'false',
					N8N_DIAGNOSTICS_ENABLED: 'false',
					N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
					N8N_DYNAMIC_BANNERS_ENABLED: 'false',
					N8N_HIRING_BANNER_ENABLED: 'false',
					N8N_TEMPLATES_ENABLED: 'false',
					N8N_PERSONALIZATION_ENABLED: 'false',
					N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
					N8N_DISABLED_MODULES: unneededModules.join(','),
					...env,
				},
			},
		);
		try {
			await waitUntilReady(baseUrl + readiness[command], n8n, signal);
		} catch (error) {
			await n8n.stop(0);
			throw error;
		}
		return {
			baseUrl,
			userFolder: folder,
			installedPackage,
			logs: n8n.lines,
			isRunning: n8n.isRunning,
			stop: async () => {
				await n8n.stop();
				await removeFolder();
			},
			kill: async () => {
				await n8n.kill();
				await removeFolder();
			},
		};
	} catch (error) {
		await removeFolder();
		throw error;
	}
}

/** @returns {NodeJS.ProcessEnv} */
function inheritedEnvironment() {
	return Object.fromEntries(
		inheritedVariables.flatMap((name) => {
			const value = process.env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

/**
 * @param {string} address
 * @param {import('../processes/processes.mjs').ProcessGroup} n8n
 * @param {AbortSignal | undefined} signal
 */
async function waitUntilReady(address, n8n, signal) {
	const giveUp = Date.now() + longestStart;
	while (!(await answersJson(address))) {
		signal?.throwIfAborted();
		if (!n8n.isRunning()) throw new Error(`n8n ended while it started:\n${lastLog(n8n)}`);
		if (Date.now() > giveUp) {
			throw new Error(`n8n did not start within ${longestStart / 1000} seconds:\n${lastLog(n8n)}`);
		}
		await wait(100, undefined, { signal });
	}
}

/** @param {string} address */
async function answersJson(address) {
	try {
		const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
		await response.json();
		return response.ok;
	} catch {
		return false;
	}
}

/** @param {import('../processes/processes.mjs').ProcessGroup} n8n */
function lastLog(n8n) {
	return n8n.lines().slice(-20).join('\n');
}
