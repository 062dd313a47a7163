// Proves the package in a real n8n: npm run test:e2e
import '../../scripts/supportedNode.cjs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { buildProject } from '../../scripts/build/build.mjs';
import { interruptionSignal } from '../../scripts/processes/cleanUp.mjs';
import { installHost, oldestHost, pinnedHost } from '../../scripts/n8n/pinnedHosts.mjs';
import { requireBrowser } from '../../scripts/processes/programs.mjs';
import { startSharedHost } from '../../scripts/n8n/testBed.mjs';
import { requireServers } from './servers.mjs';

const usage = `Usage: npm run test:e2e -- [text …]

  Runs the test files whose path contains one of the texts, or all of them.`;

/** For the tests, without installs and build; minutes. */
const longestRun = 45;

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The files that take longest come first, so that none of them runs alone in the end. */
const longest = ['recipes', 'triggerKilled', 'editor', 'queue', 'olderHosts'];

/** How many files run at the same time. They wait more than they work. */
const concurrency = 2;

/**
 * @param {readonly string[]} texts
 * @returns {Promise<string[]>} paths of test files
 */
async function findFiles(texts) {
	const names = await readdir(folder, { recursive: true });
	const chosen = names.filter(
		(name) =>
			name.endsWith('.test.mjs') &&
			(texts.length === 0 || texts.some((text) => name.includes(text))),
	);
	if (chosen.length === 0) {
		throw new Error(`No test file has "${texts.join('" or "')}" in its path.\n\n${usage}`);
	}
	const rank = (/** @type {string} */ name) => {
		const found = longest.findIndex((each) => name.includes(each));
		return found < 0 ? longest.length : found;
	};
	return chosen.sort((a, b) => rank(a) - rank(b)).map((name) => path.join(folder, name));
}

/** @param {AbortSignal} signal */
async function prepare(signal) {
	await installHost(pinnedHost, signal);
	await installHost(oldestHost, signal);
	await buildProject(signal);
}

/**
 * Runs each file in a process of its own, and prints the result.
 *
 * @param {string[]} files
 * @param {AbortSignal} signal
 * @param {{ passed: number, failed: number, seconds: Map<string, number> }} tally adds to it
 */
async function runFiles(files, signal, tally) {
	/** The files with such a test. */
	const filesWith = { passed: new Set(), failed: new Set() };
	const endedBadly = new Set();
	const events = run({ files, concurrency, signal });
	/** @param {'passed' | 'failed'} outcome */
	const count = (outcome) => (/** @type {import('node:test').EventData.TestPass} */ test) => {
		// A file is a test too, reported under its path.
		if (test.details.type === 'suite' || files.includes(test.name)) return;
		tally[outcome] += 1;
		filesWith[outcome].add(test.file);
	};
	events.on('test:pass', count('passed'));
	events.on('test:fail', count('failed'));
	events.on('test:complete', ({ name, details }) => {
		if (!files.includes(name)) return;
		tally.seconds.set(name, details.duration_ms / 1000);
		if (!details.passed) endedBadly.add(name);
	});
	for await (const text of events.compose(new spec())) process.stdout.write(text);
	// Such as one that cannot be loaded, ends badly after its last test, or has none.
	const isBroken = (/** @type {string} */ file) =>
		!filesWith.failed.has(file) && (endedBadly.has(file) || !filesWith.passed.has(file));
	tally.failed += files.filter(isBroken).length;
}

async function main() {
	const signal = interruptionSignal();
	const texts = process.argv.slice(2);
	const files = await findFiles(texts);
	if (texts.length === 0) {
		// Before the first test instead of in the middle of them.
		await requireBrowser();
		await requireServers();
	}
	await prepare(signal);
	const limit = AbortSignal.timeout(longestRun * 60_000);
	const tally = { passed: 0, failed: 0, seconds: new Map() };
	const shared = await startSharedHost();
	try {
		await runFiles(files, AbortSignal.any([signal, limit]), tally);
	} finally {
		await shared.stop();
	}
	for (const [file, taken] of tally.seconds) {
		console.log(`${taken.toFixed(0).padStart(5)} s  ${path.relative(folder, file)}`);
	}
	if (signal.aborted) console.log('Stopped before all tests were done.');
	if (limit.aborted) console.log(`Stopped: the tests took longer than ${longestRun} minutes.`);
	console.log(`${tally.passed} passed, ${tally.failed} failed`);
	return tally.failed === 0 && tally.passed > 0 && !signal.aborted && !limit.aborted;
}

try {
	process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
