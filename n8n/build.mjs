import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './processes.mjs';

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the package into `dist` and the sandbox into `build/sandbox.js`.
 *
 * @param {object} [options]
 * @param {(line: string) => void} [options.log]
 * @param {AbortSignal} [options.signal]
 * @throws with the compiler's messages
 */
export async function buildProject({ log = console.log, signal } = {}) {
	const gulp = path.join(projectFolder, 'node_modules', 'gulp', 'bin', 'gulp.js');
	if (!existsSync(gulp)) throw new Error('The build tools are missing. Run "npm ci" first.');
	log('Building the nodes and the sandbox …');
	const { succeeded, output } = await runCommand(
		process.execPath,
		[gulp, '--series', 'build', 'buildSandbox'],
		{ cwd: projectFolder, signal },
	);
	if (!succeeded) throw new Error(`The build did not succeed:\n${output}`);
}

/**
 * Starts the sandbox of the last build inside this process.
 *
 * @param {import('../test/sandbox/index.js').SandboxOptions} [options]
 * @returns {Promise<import('../test/sandbox/index.js').Sandbox>}
 */
export async function startBuiltSandbox(options) {
	/** @type {typeof import('../test/sandbox/index.js')} */
	const { startSandbox } = await import(new URL('../build/sandbox.js', import.meta.url).href);
	return await startSandbox(options);
}
