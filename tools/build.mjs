import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './processes.mjs';
import { hashSources } from './sourceHash.mjs';

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the package into `dist` and what runs outside of jest into `build`.
 *
 * @param {AbortSignal} [signal]
 * @throws with the compiler's messages
 */
export async function buildProject(signal) {
	await runGulp(['build', 'buildSandbox'], signal);
}

/**
 * Builds the package into `dist` where its sources are not those of the last build.
 *
 * @throws with the compiler's messages
 */
export async function buildIfChanged() {
	const record = await readFile(path.join(projectFolder, 'build', 'sources.sha256'), 'utf8').catch(
		() => undefined,
	);
	const isBuilt = existsSync(path.join(projectFolder, 'dist')) && record === (await hashSources());
	if (!isBuilt) await runGulp(['build']);
}

/**
 * Builds into `dist` what has changed since the last build.
 *
 * @param {AbortSignal} [signal]
 * @throws with the compiler's messages
 */
export async function updateBuild(signal) {
	await runGulp(['update'], signal);
}

/**
 * @param {readonly string[]} tasks
 * @param {AbortSignal} [signal]
 */
async function runGulp(tasks, signal) {
	const gulp = path.join(projectFolder, 'node_modules', 'gulp', 'bin', 'gulp.js');
	if (!existsSync(gulp)) throw new Error('The build tools are missing. Run "npm ci" first.');
	const { succeeded, output } = await runCommand(process.execPath, [gulp, '--series', ...tasks], {
		cwd: projectFolder,
		signal,
	});
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
