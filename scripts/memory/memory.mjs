// Measures how much memory a long answer takes beyond its text: npm run test:memory
import '../supportedNode.cjs';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { buildProject } from '../build/build.mjs';
import { cleanUpOnExit } from '../processes/cleanUp.mjs';
import { answer } from './measures.mjs';

const megabyte = 1_000_000;

/** The growth of the heap that is allowed besides the text of the answer. */
const highestGrowth = 5 * megabyte;

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** @returns {Promise<import('../../test/engine/engine.js').Engine>} */
async function loadEngine() {
	const outfile = path.join(projectFolder, 'build', 'engine.js');
	await esbuild.build({
		entryPoints: [path.join(projectFolder, 'test', 'engine', 'engine.ts')],
		outfile,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'cjs',
		target: 'node22',
	});
	/** @type {typeof import('../../test/engine/engine.js')} */
	const { Engine } = await import(outfile);
	return await Engine.load();
}

function usedHeap() {
	if (!global.gc)
		throw new Error('Run it with "npm run test:memory", which lets it collect garbage.');
	global.gc();
	return process.memoryUsage().heapUsed;
}

/**
 * Asks a question and watches the heap until its answer is there.
 *
 * @param {import('../../test/engine/engine.js').Engine} engine
 * @param {object} credential
 * @param {'answer' | 'events'} output
 */
async function measure(engine, credential, output) {
	await wait(200);
	const before = usedHeap();
	let highest = before;
	const watch = setInterval(() => {
		highest = Math.max(highest, usedHeap());
	}, 200);
	const { items, error } = await engine.runNode({
		type: 'integrationServiceAgent',
		parameters: { resource: 'thread', operation: 'create', question: 'How are sales?', output },
		credentials: { integrationServiceOAuth2Api: credential },
	});
	clearInterval(watch);
	if (error) throw new Error(`${error.message} ${error.description}`);
	highest = Math.max(highest, usedHeap());
	return { items, growth: highest - before };
}

/** @param {number} bytes */
const inMegabytes = (bytes) => `${(bytes / megabyte).toFixed(1)} MB`;

await buildProject();
const service = fork(fileURLToPath(new URL('longAnswer.mjs', import.meta.url)));
cleanUpOnExit(() => service.kill());
try {
	const [credential] = await once(service, 'message');
	const engine = await loadEngine();
	// The first answer, a brief one, also loads what all of them need.
	await measure(engine, credential, 'answer');

	const { items, growth } = await measure(engine, credential, 'answer');
	const text = String(items[0]?.json.output);
	const beyond = growth - text.length;
	console.log(
		`${answer.events.toLocaleString('en')} events, ${inMegabytes(answer.events * answer.bytesOfAnEvent)}: ` +
			`${inMegabytes(text.length)} of text, and ${inMegabytes(beyond)} more at the highest.`,
	);
	const events = await measure(engine, credential, 'events');
	console.log(`With every event kept as an item: ${inMegabytes(events.growth)}.`);

	if (items[0]?.json.eventCount !== answer.events + 1) throw new Error('Events are missing.');
	if (beyond > highestGrowth) {
		throw new Error(`At most ${inMegabytes(highestGrowth)} beyond the text are allowed.`);
	}
	if (events.growth - text.length < highestGrowth) {
		throw new Error('The measurement does not notice events that are kept.');
	}
} finally {
	service.kill();
}
