import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../../n8n/processes.mjs';

/** The Debian package of each program that the tests start. */
const packages = {
	chromium: 'chromium',
	postgres: 'postgresql',
	'redis-server': 'redis-server',
};

/** @typedef {keyof typeof packages} Program */

/** Debian keeps PostgreSQL's programs off the search path, in a folder for each version. */
const postgresFolder = '/usr/lib/postgresql';

/** So long may apt-get take; milliseconds. */
const longestInstall = 10 * 60_000;

/**
 * Where a program is.
 *
 * @param {string} name
 * @returns {Promise<string | undefined>} its path, or undefined where it is not installed
 */
export async function findProgram(name) {
	const versions = await readdir(postgresFolder).catch(() => []);
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [
		...(process.env.PATH ?? '').split(path.delimiter),
		...newestFirst.map((version) => path.join(postgresFolder, version, 'bin')),
	];
	for (const folder of folders) {
		const file = path.resolve(folder, name);
		try {
			await access(file, constants.X_OK);
			return file;
		} catch {
			// The next folder may have it.
		}
	}
	return undefined;
}

/**
 * @param {string} name
 * @returns {Promise<string>} the program's path
 * @throws when it is not installed
 */
export async function requireProgram(name) {
	const file = await findProgram(name);
	if (!file) throw new Error(`${name} is not installed. "npm run test:e2e" installs it.`);
	return file;
}

/**
 * Installs with apt-get what the tests start and the machine lacks.
 *
 * @param {(line: string) => void} log
 * @param {AbortSignal} signal
 * @throws with the command to type where this process may not install, or apt-get does not succeed
 */
export async function installMissingPrograms(log, signal) {
	const missing = [];
	for (const [program, name] of Object.entries(packages)) {
		if (!(await findProgram(program))) missing.push(name);
	}
	if (missing.length === 0) return;

	const command = `apt-get install ${missing.join(' ')}`;
	if (process.getuid?.() !== 0 || !(await findProgram('apt-get'))) {
		throw new Error(
			`The tests start programs that this machine lacks: ${missing.join(', ')}.\n` +
				`Install them and start again; on Debian and Ubuntu: sudo ${command}`,
		);
	}
	log(`Installing Debian packages: ${missing.join(', ')} …`);
	const limit = AbortSignal.any([signal, AbortSignal.timeout(longestInstall)]);
	const env = {
		...process.env,
		DEBIAN_FRONTEND: 'noninteractive',
		// Keeps the packages from starting servers: the tests start their own.
		RUNLEVEL: '1',
	};
	for (const parameters of [
		['update'],
		['install', '--yes', '--no-install-recommends', ...missing],
	]) {
		const { succeeded, output } = await runCommand('apt-get', parameters, {
			cwd: '/',
			env,
			signal: limit,
		});
		// An index that cannot be renewed may still be good enough for the install.
		if (succeeded || parameters[0] === 'update') continue;
		throw new Error(`"${command}" did not succeed:\n${output.split('\n').slice(-15).join('\n')}`);
	}
}
