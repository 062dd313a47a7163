import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, startProcess } from '../processes/processes.mjs';
import { hashSources } from './sourceHash.mjs';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The hash of the sources that `dist` was built from. */
const sourcesRecord = path.join(projectFolder, 'build', 'sources.sha256');

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
 * Builds the package into `dist` if its sources have changed since the last build.
 *
 * @throws with the compiler's messages
 */
export async function buildIfChanged() {
	const record = await readFile(sourcesRecord, 'utf8').catch(() => undefined);
	const isBuilt = existsSync(path.join(projectFolder, 'dist')) && record === (await hashSources());
	if (!isBuilt) await runGulp(['build']);
}

/**
 * Builds whatever changes after a build, until the compiler is stopped. A type that is wrong keeps
 * nothing from being built.
 *
 * @param {object} options
 * @param {(line: string) => void} options.onComplaint called with what the compiler objects to
 * @param {() => Promise<void>} options.onBuilt called after each change
 * @returns {Promise<() => Promise<void>>} ends it; there once changes are noticed
 */
export async function watchProject({ onComplaint, onBuilt }) {
	// From now on `dist` need not be that of the recorded sources.
	await rm(sourcesRecord, { force: true });
	const { bundle, watchFiles } = (await import(new URL('../../gulpfile.js', import.meta.url).href))
		.default;
	/** @type {() => void} */
	let onRound = () => {};
	const firstRound = new Promise((resolve) => (onRound = () => resolve(undefined)));
	const compiler = await startProcess(
		process.execPath,
		[
			path.join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc'),
			...['-p', 'tsconfig.json', '--watch', '--preserveWatchOutput'],
			// With the memory of the build, it writes only what has changed.
			...['--incremental', '--tsBuildInfoFile', path.join('build', 'compiler.tsbuildinfo')],
		],
		{
			cwd: projectFolder,
			env: process.env,
			onLine: (line) => {
				if (/error TS\d+/.test(line)) onComplaint(line);
				if (/Watching for file changes/.test(line)) onRound();
			},
		},
	);
	await Promise.race([firstRound, compiler.ended]);
	onRound = () => void bundle().then(onBuilt);
	const files = watchFiles(async () => {
		await runGulp(['copyFiles']);
		await onBuilt();
	});
	return async () => {
		await files.close();
		await compiler.stop();
	};
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
 * @param {import('../../test/sandbox/index.js').SandboxOptions} [options]
 * @returns {Promise<import('../../test/sandbox/index.js').Sandbox>}
 */
export async function startBuiltSandbox(options) {
	const { startSandbox } = await importSandbox();
	return await startSandbox(options);
}

/**
 * What the built sandbox exports.
 *
 * @returns {Promise<typeof import('../../test/sandbox/index.js')>}
 */
export async function importSandbox() {
	return await import(new URL('../../build/sandbox.js', import.meta.url).href);
}
