import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanUpOnExit } from '../../../scripts/processes/cleanUp.mjs';
import { runCommand } from '../../../scripts/processes/processes.mjs';
import { requireProgram } from '../../../scripts/processes/programs.mjs';
import { betweenPrograms } from '../servers.mjs';

/**
 * A certificate authority that no system knows, and a certificate of it for this machine.
 *
 * @typedef {object} PrivateAuthority
 * @property {string} authorityFile the authority's certificate, for `NODE_EXTRA_CA_CERTS`
 * @property {{ 'server.pem': string, 'server.key': string }} files certificate and key of a server
 *   at localhost and 127.0.0.1
 * @property {() => Promise<void>} stop deletes the file
 */

/**
 * @returns {Promise<PrivateAuthority>}
 * @throws when OpenSSL is missing or does not go along
 */
export async function createPrivateAuthority() {
	const openssl = await requireProgram(betweenPrograms.openssl, ['openssl']);
	const folder = await mkdtemp(path.join(tmpdir(), 'certificates-'));
	/** @param {string[]} parameters */
	const issue = async (parameters) => {
		const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc'];
		const { succeeded, output } = await runCommand(
			openssl,
			['req', '-x509', '-days', '2', ...key, ...parameters],
			{ cwd: folder },
		);
		if (!succeeded) throw new Error(`OpenSSL made no certificate:\n${output}`);
	};
	const forgetFolder = cleanUpOnExit(() => rmSync(folder, { recursive: true, force: true }));
	const stop = async () => {
		await rm(folder, { recursive: true, force: true });
		forgetFolder();
	};
	try {
		await issue([
			...['-subj', '/CN=Private authority of a test', '-keyout', 'authority.key'],
			...['-addext', 'keyUsage=critical,keyCertSign', '-out', 'authority.pem'],
		]);
		await issue([
			...['-CA', 'authority.pem', '-CAkey', 'authority.key', '-subj', '/CN=localhost'],
			...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
			...['-addext', 'basicConstraints=critical,CA:FALSE'],
			...['-keyout', 'server.key', '-out', 'server.pem'],
		]);
		return {
			authorityFile: path.join(folder, 'authority.pem'),
			files: {
				'server.pem': await readFile(path.join(folder, 'server.pem'), 'utf8'),
				'server.key': await readFile(path.join(folder, 'server.key'), 'utf8'),
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
