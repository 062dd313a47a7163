// Shows the nodes in a real n8n, with the sandbox as the service: npm run demo
import './supportedNode.cjs';
import { parseArgs } from 'node:util';
import { Listr } from 'listr2';
import { interruptionSignal } from './processes/cleanUp.mjs';
import { readPort, startUpTasks, stayUp } from './demo/startUp.mjs';
import { steps } from './demo/steps.mjs';

const usage = `Usage: npm run demo -- [options]

  --once           run everything once and end, with exit code 0 if all went well
  --port <number>  port of the editor (any free one)
  --help           print this`;

async function readOptions() {
	const { values } = parseArgs({
		options: {
			once: { type: 'boolean', default: false },
			port: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	return { ...values, port: await readPort(values.port) };
}

/**
 * @param {{ once: boolean, port: number | undefined }} options
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether every step went well
 */
async function demonstrate({ once, port }, signal) {
	/** @type {Partial<import('./demo/context.mjs').DemoContext>} */
	const context = {};
	const tasks = new Listr(await startUpTasks({ port, signal }), {
		ctx: context,
		registerSignalListeners: false,
	});
	let failures = 0;
	tasks.add(
		steps.map(({ title, run }) => ({
			title,
			// One step that does not go well keeps no other from being shown.
			exitOnError: false,
			rendererOptions: { persistentOutput: true, outputBar: Number.POSITIVE_INFINITY },
			task: async (/** @type {typeof context} */ { bed, examples }, task) => {
				signal.throwIfAborted();
				if (!bed || !examples) return;
				try {
					task.output = (await run({ bed, examples, signal })).join('\n');
				} catch (error) {
					failures += 1;
					throw error;
				}
			},
		})),
	);
	try {
		await tasks.run();
		signal.throwIfAborted();
		console.log(
			failures === 0
				? '\nEverything went well.'
				: `\n${failures} of ${steps.length} steps did not go well.`,
		);
		if (!once && context.bed) await stayUp(context.bed, signal);
		return failures === 0;
	} finally {
		await context.bed?.stop();
	}
}

/** @param {unknown} error */
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}

async function main() {
	/** @type {Awaited<ReturnType<typeof readOptions>>} */
	let options;
	try {
		options = await readOptions();
	} catch (error) {
		console.error(`${messageOf(error)}\n\n${usage}`);
		return false;
	}
	if (options.help) {
		console.log(usage);
		return true;
	}
	const signal = interruptionSignal();
	try {
		return await demonstrate(options, signal);
	} catch (error) {
		console.error(signal.aborted ? 'Stopped before everything was shown.' : messageOf(error));
		return false;
	} finally {
		if (signal.aborted) console.log('n8n and the sandbox have stopped.');
	}
}

process.exitCode = (await main()) ? 0 : 1;
