import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import envPaths from 'env-paths';
import { runCommand } from '../processes/processes.mjs';

const cache = envPaths('n8n-nodes-integration-service', { suffix: '' }).cache;

const pinningFiles = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * Packages of npm at versions that a lock file pins.
 *
 * @typedef {object} Pin
 * @property {string} name what its folder in the cache starts with
 * @property {string} title what is printed while it is installed
 * @property {string} folder with package.json, package-lock.json and .npmrc
 * @property {readonly string[]} [nativeModules] packages to compile or fetch for the pinned Node.js
 * @property {string} [nodePackage] the package among them that contains this Node.js
 */

/**
 * Installs a pin into a cache folder, once for each lock file.
 *
 * @param {Pin} pin
 * @param {AbortSignal} [signal] ends the install
 * @returns {Promise<string>} the folder with its node_modules
 * @throws when npm does not succeed, which it has explained by then
 */
export async function installPinned(pin, signal) {
	const lock = await readFile(path.join(pin.folder, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const folder = path.join(cache, `${pin.name}-${process.platform}-${process.arch}-${hash}`);
	if (existsSync(folder)) return folder;

	console.log(`Installing ${pin.title} into ${folder}, which happens once …`);
	await mkdir(cache, { recursive: true });
	const building = await mkdtemp(`${folder}.`);
	try {
		for (const file of pinningFiles) {
			await copyFile(path.join(pin.folder, file), path.join(building, file));
		}
		await npm(['ci', '--ignore-scripts', '--loglevel=error'], { cwd: building, signal });
		await compileNativeModules(pin, building, signal);
		await rename(building, folder);
	} catch (error) {
		// Of two installs at the same time the first one to be done stays.
		if (!existsSync(folder)) throw error;
	} finally {
		await rm(building, { recursive: true, force: true });
	}
	return folder;
}

/**
 * @param {Pin} pin
 * @param {string} folder with the node_modules
 * @param {AbortSignal} [signal]
 */
async function compileNativeModules({ nativeModules, nodePackage }, folder, signal) {
	if (!nativeModules || !nodePackage) return;
	const nodeFolder = path.join(folder, 'node_modules', nodePackage);
	const env = {
		...process.env,
		PATH: [path.join(nodeFolder, 'bin'), process.env.PATH].join(path.delimiter),
		npm_config_nodedir: nodeFolder,
	};
	await npm(['rebuild', ...nativeModules, '--ignore-scripts=false'], { cwd: folder, env, signal });
	// npm counts it as a success when its settings keep a module from being compiled.
	const loading = nativeModules.map((name) => `require('${name}');`).join('');
	const options = { cwd: folder, signal, printing: true };
	const node = path.join(nodeFolder, 'bin', 'node');
	const { succeeded } = await runCommand(node, ['--eval', loading], options);
	if (!succeeded) throw new Error(`${nativeModules.join(' or ')} was not compiled.`);
}

/**
 * @param {readonly string[]} parameters
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} options
 */
async function npm(parameters, options) {
	const { succeeded } = await runCommand('npm', parameters, { ...options, printing: true });
	if (succeeded) return;
	throw new Error(
		`"npm ${parameters[0]}" did not succeed; what it said stands above. ` +
			'It wants the package registry, 4 GB of disk, and for native modules Python 3, make and a C++ compiler.',
	);
}
