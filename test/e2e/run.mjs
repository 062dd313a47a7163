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
const longest = ['recipes', 'triggerKilled', 'queue', 'olderHosts'];

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
 * Runs each file in a process of its own, and prints the results.
 *
 * @param {string[]} files
 * @param {AbortSignal} signal
 * @returns whether all succeeded
 */
async function runFiles(files, signal) {
	/** @type {import('node:test').EventData.TestSummary[]} */
	const summaries = [];
	const events = run({ files, concurrency, signal });
	events.on('test:summary', (summary) => summaries.push(summary));
	for await (const text of events.compose(new spec())) process.stdout.write(text);
	const seen = summaries.filter(({ file }) => file !== undefined);
	for (const { file = '', duration_ms: taken } of seen) {
		const seconds = (taken / 1000).toFixed(0);
		console.log(`${seconds.padStart(5)} s  ${path.relative(folder, file)}`);
	}
	// Such as one that cannot be loaded.
	const missing = files.filter((each) => !seen.some(({ file }) => file === each));
	if (missing.length > 0) console.log(`No test ran in ${missing.join(', ')}`);
	const total = (/** @type {'tests' | 'passed'} */ name) =>
		seen.reduce((sum, { counts }) => sum + counts[name], 0);
	const failed = total('tests') - total('passed') + missing.length;
	console.log(`${total('passed')} passed, ${failed} failed`);
	return summaries.every(({ success }) => success) && missing.length === 0;
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
	const shared = await startSharedHost();
	let succeeded = false;
	try {
		succeeded = await runFiles(files, AbortSignal.any([signal, limit]));
	} finally {
		await shared.stop();
	}
	if (signal.aborted) console.log('Stopped before all tests were done.');
	if (limit.aborted) console.log(`Stopped: the tests took longer than ${longestRun} minutes.`);
	return succeeded && !signal.aborted && !limit.aborted;
}

try {
	process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
