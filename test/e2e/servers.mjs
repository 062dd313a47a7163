import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { cleanUpOnExit } from '../../scripts/processes/cleanUp.mjs';
import { runCommand, startProcess } from '../../scripts/processes/processes.mjs';
import { findProgram, requireProgram } from '../../scripts/processes/programs.mjs';

/** PostgreSQL and Redis print a line that ends so. */
const acceptsConnections = /eady to accept connections/;

/** A server that is not ready by then will not be; milliseconds. */
const longestStart = 60_000;

/**
 * A server on the loopback address, with its data in a temporary folder.
 *
 * @typedef {object} Server
 * @property {URL} url with user, password and database
 * @property {() => Promise<void>} stop deletes the data too
 */

/** @returns {Promise<Server>} an empty database */
export async function startPostgres() {
	const postgres = await requireProgram('PostgreSQL', ['postgres']);
	const initdb = await requireProgram('PostgreSQL', ['initdb']);
	const account = await serverAccount('postgres');
	const password = randomBytes(18).toString('base64url');
	return await startServer('postgres', account, async (folder, port) => {
		const passwordFile = path.join(folder, 'password');
		await writeFile(passwordFile, password, { mode: 0o600 });
		if (account) await chown(passwordFile, account.user, account.group);
		const data = path.join(folder, 'data');
		const [program = '', ...parameters] = [
			...asAccount(account),
			initdb,
			...['--pgdata', data, '--username', 'n8n', '--pwfile', passwordFile],
			...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
		];
		const { succeeded, output } = await runCommand(program, parameters, { cwd: folder });
		if (!succeeded) throw new Error(`PostgreSQL could not make a database:\n${output}`);
		const settings = [
			'listen_addresses=127.0.0.1',
			`unix_socket_directories=${folder}`,
			// The data need not outlive the machine.
			'fsync=off',
		];
		const options = settings.flatMap((setting) => ['-c', setting]);
		return {
			url: `postgres://n8n:${password}@127.0.0.1:${port}/postgres`,
			command: [postgres, '-D', data, '-p', String(port), ...options],
			readyLine: acceptsConnections,
		};
	});
}

/** @returns {Promise<Server>} */
export async function startRedis() {
	const redis = await requireProgram('Redis', ['redis-server']);
	const password = randomBytes(18).toString('base64url');
	return await startServer('redis', undefined, async (folder, port) => {
		// In a file, as everyone can read the parameters of a process.
		const file = path.join(folder, 'redis.conf');
		const lines = ['bind 127.0.0.1', `port ${port}`, 'save ""', `requirepass ${password}`];
		await writeFile(file, lines.join('\n'), { mode: 0o600 });
		const url = `redis://:${password}@127.0.0.1:${port}`;
		return { url, command: [redis, file], readyLine: acceptsConnections };
	});
}

/** @typedef {{ user: number, group: number }} Account */

/**
 * Who runs a server that does not want to be root, such as the account that Debian's package has
 * made for PostgreSQL.
 *
 * @param {string} name
 * @returns {Promise<Account | undefined>} undefined if this process does not run as root
 */
export async function serverAccount(name) {
	if (process.getuid?.() !== 0) return undefined;
	const [user, group] = await Promise.all(
		['--user', '--group'].map(async (which) => {
			const { succeeded, output } = await runCommand('id', [which, name], { cwd: '/' });
			if (!succeeded) throw new Error(`There is no account "${name}":\n${output}`);
			return Number(output);
		}),
	);
	return { user: user ?? 0, group: group ?? 0 };
}

/** @param {Account | undefined} account */
function asAccount(account) {
	if (!account) return [];
	return ['setpriv', `--reuid=${account.user}`, `--regid=${account.group}`, '--clear-groups'];
}

/**
 * How to start a server.
 *
 * @typedef {object} Prepared
 * @property {string} url
 * @property {readonly string[]} command
 * @property {RegExp} [readyLine] what it prints once it is ready; without, it is when its port is open
 */

/**
 * Starts a server with a temporary folder of its own.
 *
 * @param {string} name
 * @param {Account | undefined} account who runs it and owns its folder
 * @param {(folder: string, port: number) => Promise<Prepared>} prepare
 * @returns {Promise<Server>}
 * @throws with what it printed, when it does not start
 */
export async function startServer(name, account, prepare) {
	const folder = await mkdtemp(path.join(tmpdir(), `${name}-`));
	const forgetFolder = cleanUpOnExit(() => rmSync(folder, { recursive: true, force: true }));
	const removeFolder = async () => {
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		forgetFolder();
	};
	try {
		if (account) await chown(folder, account.user, account.group);
		const port = await getPort({ host: '127.0.0.1' });
		const { url, command, readyLine } = await prepare(folder, port);
		// On Linux the system ends the server when this process dies without a chance to do it.
		const ending = (await findProgram('setpriv')) ? ['setpriv', '--pdeathsig=KILL'] : [];
		const [program = '', ...parameters] = [...asAccount(account), ...ending, ...command];
		/** @type {() => void} */
		let markReady = () => {};
		const ready = new Promise((resolve) => (markReady = () => resolve(true)));
		const server = await startProcess(program, parameters, {
			cwd: folder,
			env: { PATH: process.env.PATH, LANG: 'C' },
			onLine: (line) => {
				if (readyLine?.test(line)) markReady();
			},
		});
		const late = AbortSignal.timeout(longestStart);
		const isReady = await Promise.race([
			readyLine ? ready : untilOpen(port, server),
			server.ended.then(() => false),
			new Promise((resolve) => late.addEventListener('abort', () => resolve(false))),
		]);
		if (!isReady) {
			await server.stop(0);
			throw new Error(`${name} did not start:\n${server.lines().slice(-15).join('\n')}`);
		}
		return {
			url: new URL(url),
			stop: async () => {
				await server.stop();
				await removeFolder();
			},
		};
	} catch (error) {
		await removeFolder();
		throw error;
	}
}

/**
 * Waits until something listens at a port.
 *
 * @param {number} port
 * @param {import('../../scripts/processes/processes.mjs').ProcessGroup} server whose end ends the wait
 * @returns {Promise<boolean>}
 */
async function untilOpen(port, server) {
	while (server.isRunning()) {
		const socket = connect(port, '127.0.0.1');
		const isOpen = await new Promise((resolve) => {
			socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		});
		socket.destroy();
		if (isOpen) return true;
		await wait(50);
	}
	return false;
}

/** Programs that the tests put between n8n and the service, by the names of their files. */
export const betweenPrograms = { nginx: 'nginx', squid: 'Squid', openssl: 'OpenSSL' };

/** @throws when a program is missing that the tests start */
export async function requireServers() {
	const programs = { postgres: 'PostgreSQL', 'redis-server': 'Redis', ...betweenPrograms };
	for (const [name, title] of Object.entries(programs)) await requireProgram(title, [name]);
}
