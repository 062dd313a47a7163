import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanUpOnExit } from '../../n8n/cleanUp.mjs';
import { findFreePorts } from '../../n8n/ports.mjs';
import { runCommand, startProcess } from '../../n8n/processes.mjs';
import { findProgram, requireProgram } from './debianPackages.mjs';

/** Both servers print a line that ends so. */
const readyLine = /eady to accept connections/;

/** A server that is not ready by then will not be; milliseconds. */
const longestStart = 60_000;

/**
 * A server on the loopback address with its data in a temporary folder.
 *
 * @typedef {object} Server
 * @property {number} port
 * @property {string} password
 * @property {() => Promise<void>} stop ends it and deletes its data
 */

/**
 * Starts PostgreSQL with an empty database `postgres` that belongs to the user `n8n`.
 *
 * @returns {Promise<Server>}
 * @throws when it is not installed or does not start
 */
export async function startPostgres() {
	const [postgres, initdb] = [await requireProgram('postgres'), await requireProgram('initdb')];
	const account = await serverAccount();
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
		return { password, command: [postgres, '-D', data, '-p', String(port), ...options] };
	});
}

/**
 * Starts Redis with an empty database.
 *
 * @returns {Promise<Server>}
 * @throws when it is not installed or does not start
 */
export async function startRedis() {
	const redis = await requireProgram('redis-server');
	const password = randomBytes(18).toString('base64url');
	return await startServer('redis', undefined, async (folder, port) => {
		// In a file, as everyone can read the parameters of a process.
		const file = path.join(folder, 'redis.conf');
		const lines = ['bind 127.0.0.1', `port ${port}`, 'save ""', `requirepass ${password}`];
		await writeFile(file, lines.join('\n'), { mode: 0o600 });
		return { password, command: [redis, file] };
	});
}

/** @typedef {{ user: number, group: number }} Account */

/**
 * PostgreSQL refuses to run as root: the account that Debian's package has made for it.
 *
 * @returns {Promise<Account | undefined>} undefined where this process does not run as root
 */
async function serverAccount() {
	if (process.getuid?.() !== 0) return undefined;
	const [user, group] = await Promise.all(
		['--user', '--group'].map(async (which) => {
			const { succeeded, output } = await runCommand('id', [which, 'postgres'], { cwd: '/' });
			if (!succeeded) throw new Error(`There is no account "postgres":\n${output}`);
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
 * @param {string} name
 * @param {Account | undefined} account who runs it and owns its folder
 * @param {(folder: string, port: number) => Promise<{ password: string, command: string[] }>} prepare
 * @returns {Promise<Server>}
 */
async function startServer(name, account, prepare) {
	const folder = await mkdtemp(path.join(tmpdir(), `${name}-`));
	const forgetFolder = cleanUpOnExit(() => rmSync(folder, { recursive: true, force: true }));
	const removeFolder = async () => {
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		forgetFolder();
	};
	try {
		if (account) await chown(folder, account.user, account.group);
		const [port = 0] = await findFreePorts(1);
		const { password, command } = await prepare(folder, port);
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
				if (readyLine.test(line)) markReady();
			},
		});
		const late = AbortSignal.timeout(longestStart);
		const isReady = await Promise.race([
			ready,
			server.ended.then(() => false),
			new Promise((resolve) => late.addEventListener('abort', () => resolve(false))),
		]);
		if (!isReady) {
			await server.stop(0);
			throw new Error(`${name} did not start:\n${server.lines().slice(-15).join('\n')}`);
		}
		return {
			port,
			password,
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
