import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../processes/processes.mjs';

/**
 * What would be published, packed.
 *
 * @typedef {object} Packed
 * @property {string} file the tarball
 * @property {number} size of the tarball, bytes
 * @property {number} unpackedSize bytes
 * @property {Array<{ path: string }>} files
 * @property {string} integrity a hash of the tarball's bytes
 */

/**
 * A release as the checks see it.
 *
 * @typedef {object} Release
 * @property {string} project the project's folder
 * @property {Manifest} manifest
 * @property {Packed} packed
 * @property {string} unpacked the folder with the package's files
 * @property {string} [tag] the tag that it is released from, for example `v1.2.3`
 */

/**
 * @typedef {object} Manifest
 * @property {string} version
 * @property {Record<string, unknown>} [author]
 * @property {string} homepage
 * @property {Record<string, string>} engines
 * @property {{ nodes: string[], credentials: string[] }} n8n
 * @property {Record<string, string>} devDependencies
 */

/**
 * Packs a project as it is built, unpacks it again and has it looked at.
 *
 * @template Result
 * @param {string} project
 * @param {string | undefined} tag
 * @param {(release: Release) => Promise<Result>} look
 * @returns {Promise<Result>}
 */
export async function withRelease(project, tag, look) {
	const folder = await mkdtemp(path.join(tmpdir(), 'release-'));
	try {
		const packed = await pack(project, folder);
		await run('tar', ['-xzf', packed.file, '-C', folder], project);
		const manifest = JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8'));
		return await look({ project, manifest, packed, unpacked: path.join(folder, 'package'), tag });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/**
 * @param {string} project a project that is built
 * @param {string} destination where the tarball goes
 * @returns {Promise<Packed>}
 */
export async function pack(project, destination) {
	await mkdir(destination, { recursive: true });
	const options = ['--json', '--ignore-scripts', '--loglevel=error', '--pack-destination'];
	const output = await run('npm', ['pack', ...options, destination], project);
	const told = JSON.parse(output);
	// Some versions of npm list what they packed, others name it.
	const [packed] = Object.values(told);
	return { ...packed, file: path.join(destination, packed.filename) };
}

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} cwd
 * @returns {Promise<string>} what it printed
 */
export async function run(command, parameters, cwd) {
	const { succeeded, output } = await runCommand(command, parameters, { cwd });
	if (!succeeded) throw new Error(`"${command} ${parameters[0]}" did not succeed:\n${output}`);
	return output;
}
