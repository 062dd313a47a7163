import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUpOnExit } from './cleanUp.mjs';

/** How many of the last lines are kept of what a process printed. */
const keptLines = 2_000;

/**
 * A child process with everything it starts, as one group that ends as a whole.
 *
 * @typedef {object} ProcessGroup
 * @property {() => string[]} lines the last lines it printed
 * @property {Promise<number | null>} ended its exit code, null when a signal ended it
 * @property {() => boolean} isRunning
 * @property {(grace?: number) => Promise<void>} stop asks it to end, and ends it after the grace
 *   (milliseconds, 10,000 by default)
 * @property {() => Promise<void>} kill ends it at once, with no chance to tidy up
 */

/**
 * Starts a process in a group of its own. The group is killed when this process ends.
 *
 * By hand, as libraries for child processes end the child alone: n8n, npm and PostgreSQL start
 * others, which would go on.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {object} options
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} [options.onLine] called with every line that it prints
 * @param {boolean} [options.printing] lets it print to this process's terminal; no lines are kept
 * @param {boolean} [options.endsWithParent] connects the channel that endWithParent.cjs watches
 * @returns {Promise<ProcessGroup>}
 * @throws when the command cannot be started
 */
export async function startProcess(command, parameters, options) {
	const output = options.printing ? 'inherit' : 'pipe';
	const child = spawn(command, parameters, {
		cwd: options.cwd,
		env: options.env,
		detached: true,
		stdio: [
			'ignore',
			output,
			output,
			...(options.endsWithParent ? [/** @type {const} */ ('ipc')] : []),
		],
	});
	/** @type {string[]} */
	const lines = [];
	for (const stream of [child.stdout, child.stderr]) {
		if (!stream) continue;
		createInterface({ input: stream }).on('line', (line) => {
			lines.push(line);
			if (lines.length > keptLines) lines.shift();
			options.onLine?.(line);
		});
	}

	/** @param {NodeJS.Signals} signal */
	const sendToGroup = (signal) => {
		if (child.pid === undefined) return;
		try {
			process.kill(-child.pid, signal);
		} catch {
			// The group is gone already.
		}
	};

	/** @type {Promise<number | null>} */
	const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
	await new Promise((resolve, reject) => {
		child.once('spawn', () => resolve(undefined));
		child.once('error', reject);
	});
	child.on('error', () => {});

	const forget = cleanUpOnExit(() => sendToGroup('SIGKILL'));
	let running = true;
	child.once('exit', () => {
		running = false;
		// What the leader started and left behind goes with it.
		sendToGroup('SIGKILL');
		forget();
	});

	return {
		lines: () => [...lines],
		ended,
		isRunning: () => running,
		stop: async (grace = 10_000) => {
			sendToGroup('SIGTERM');
			const patience = new AbortController();
			await Promise.race([
				ended,
				wait(grace, undefined, { signal: patience.signal }).catch(() => {}),
			]);
			patience.abort();
			sendToGroup('SIGKILL');
			await ended;
		},
		kill: async () => {
			sendToGroup('SIGKILL');
			await ended;
		},
	};
}

/**
 * Runs a command to its end.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {object} options
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {AbortSignal} [options.signal] ends the command and everything that it started
 * @param {boolean} [options.printing] lets it print to this process's terminal
 * @returns {Promise<{ succeeded: boolean, output: string }>} what it printed, the last lines of it
 * @throws the signal's reason, or when the command cannot be started
 */
export async function runCommand(command, parameters, options) {
	options.signal?.throwIfAborted();
	const started = await startProcess(command, parameters, { env: process.env, ...options });
	const stop = () => void started.stop();
	options.signal?.addEventListener('abort', stop, { once: true });
	const code = await started.ended;
	options.signal?.removeEventListener('abort', stop);
	options.signal?.throwIfAborted();
	return { succeeded: code === 0, output: started.lines().join('\n') };
}
