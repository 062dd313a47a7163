// Keeps n8n up with the nodes as they are changed: npm run dev
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Listr } from 'listr2';
import { updateBuild } from '../tools/build.mjs';
import { interruptionSignal } from '../tools/cleanUp.mjs';
import { readPort, startUpTasks, stayUp } from './demo/startUp.mjs';

const usage = `Usage: npm run dev -- [options]

  --port <number>  port of the editor (any free one)
  --help           print this`;

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const {
	default: { watchSources },
} = await import(new URL('../gulpfile.js', import.meta.url).href);

/**
 * Builds what changes under the nodes' and credentials' folders, and hands it to n8n, which loads
 * the package again.
 *
 * @param {string} installedPackage the folder from which n8n loads the package
 * @param {AbortSignal} signal ends a build
 * @returns {() => void} ends it
 */
function rebuildOnChange(installedPackage, signal) {
	const built = path.join(projectFolder, 'dist');
	const installed = path.join(installedPackage, 'dist');
	const build = async () => {
		const began = performance.now();
		try {
			await updateBuild(signal);
			await cp(built, installed, { recursive: true });
			const seconds = ((performance.now() - began) / 1000).toFixed(1);
			console.log(`Built in ${seconds} s; n8n takes it, and the open editor with it.`);
		} catch (error) {
			if (!signal.aborted) console.error(messageOf(error));
		}
	};
	const watcher = watchSources(build);
	return () => void watcher.close();
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
		const endWatching = rebuildOnChange(context.bed.host.installedPackage, signal);
		try {
			console.log('\nChange a file of a node or a credential, and n8n has it within seconds.');
			await stayUp(context.bed, signal);
		} finally {
			endWatching();
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
