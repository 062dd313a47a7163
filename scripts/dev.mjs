// Keeps n8n up with the nodes as they are changed: npm run dev
import './supportedNode.cjs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Listr } from 'listr2';
import { watchProject } from './build/build.mjs';
import { interruptionSignal } from './processes/cleanUp.mjs';
import { readPort, startUpTasks, stayUp } from './demo/startUp.mjs';

const usage = `Usage: npm run dev -- [options]

  --port <number>  port of the editor (any free one)
  --help           print this`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Hands whatever changes to n8n, which loads the package again.
 *
 * @param {string} installedPackage the folder from which n8n loads the package
 * @returns {Promise<() => Promise<void>>} ends it
 */
async function handOverChanges(installedPackage) {
	return await watchProject({
		onComplaint: (line) => console.error(line),
		onBuilt: async () => {
			const built = path.join(projectFolder, 'dist');
			await cp(built, path.join(installedPackage, 'dist'), { recursive: true });
			console.log(`${new Date().toLocaleTimeString()} n8n has the nodes as they are now.`);
		},
	});
}

/**
 * @param {number | undefined} port
 * @param {AbortSignal} signal
 */
async function develop(port, signal) {
	/** @type {Partial<import('./demo/context.mjs').DemoContext>} */
	const context = {};
	const env = { N8N_DEV_RELOAD: 'true' };
	const tasks = new Listr(await startUpTasks({ port, env, signal }), {
		ctx: context,
		registerSignalListeners: false,
	});
	try {
		await tasks.run();
		if (!context.bed) return;
		const endWatching = await handOverChanges(context.bed.host.installedPackage);
		try {
			console.log('\nChange a file of a node or a credential, and n8n has it within seconds.');
			await stayUp(context.bed, signal);
		} finally {
			await endWatching();
		}
	} finally {
		await context.bed?.stop();
	}
}

/** @param {unknown} error */
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}

const signal = interruptionSignal();
try {
	const { values } = parseArgs({
		options: { port: { type: 'string' }, help: { type: 'boolean' } },
	});
	if (values.help) console.log(usage);
	else await develop(await readPort(values.port), signal);
} catch (error) {
	if (!signal.aborted) {
		console.error(messageOf(error));
		process.exitCode = 1;
	}
} finally {
	if (signal.aborted) console.log('n8n and the sandbox have stopped.');
}
