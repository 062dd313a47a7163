import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { bundleForTests } from '../build/testBundles.mjs';
import { testPatterns } from './folders.mjs';

/**
 * A mutant and what became of it.
 *
 * @typedef {object} Mutant
 * @property {string} file
 * @property {number} line
 * @property {string} lineText the text of the line that it begins in
 * @property {number} column where in this text, from 0
 * @property {string} original what it stands for
 * @property {string} replacement
 * @property {string} status as Stryker names it: Killed, Survived, Timeout, NoCoverage, …
 */

const environment = fileURLToPath(new URL('./environment.cjs', import.meta.url));
const plugins = ['./testRunner.mjs', './typeChecker.mjs'].map((name) =>
	fileURLToPath(new URL(name, import.meta.url)),
);

/** What the build and the tests of a mutation run do not need. */
const leftOut = ['build', 'coverage', 'dist', 'examples', 'docs/images', 'scripts/hosts'];

/**
 * Plants mutants in a folder's sources, all of them in one build, and runs its tests on each.
 *
 * @param {import('./folders.mjs').Folder} folder
 * @param {object} options
 * @param {readonly string[]} options.mutate patterns of files; "file:3-5" for its lines 3 to 5
 * @param {boolean} options.fresh runs on those as well whose outcome is known from an earlier run
 * @param {number} options.concurrency how many mutants at the same time
 * @returns {Promise<Mutant[]>}
 * @throws when a test fails without a mutant
 */
export async function runMutants(folder, { mutate, fresh, concurrency }) {
	const results = path.join('build', 'mutants', folder.name.replaceAll('/', '-'));
	const report = path.join(results, 'report.json');
	const incrementalFile = path.join(results, 'incremental.json');
	await forgetTimeouts(incrementalFile);
	await bundleForTests();
	const { tests, quickTests = tests, staticTests = quickTests } = folder;
	await new Stryker({
		mutate: [...mutate],
		ignorePatterns: leftOut,
		// The outcome of lines alone is not one of the folder.
		incremental: !mutate.some((pattern) => /:\d/.test(pattern)),
		incrementalFile,
		force: fresh,
		buildCommand: 'npx gulp build',
		checkers: ['typesOfFile'],
		tsconfigFile: 'tsconfig.json',
		plugins: ['@stryker-mutator/jest-runner', ...plugins],
		testRunner: 'jestByFile',
		coverageAnalysis: 'perTest',
		jest: {
			enableFindRelatedTests: false,
			// Built once, before the first run: the mutants are in the build, and are switched on in it.
			config: {
				testMatch: testPatterns(tests),
				testEnvironment: environment,
				globalSetup: null,
			},
		},
		// A busy machine is no endless loop.
		timeoutMS: 20_000,
		timeoutFactor: 3,
		concurrency,
		tempDirName: path.join('build', 'mutants', 'sandbox'),
		reporters: ['json', 'html', 'progress-append-only'],
		jsonReporter: { fileName: report },
		htmlReporter: { fileName: path.join(results, 'report.html') },
		allowEmpty: true,
		warnings: false,
		quickTests,
		staticTests,
	}).runMutationTest();
	return readMutants(await readFile(report, 'utf8'));
}

/**
 * Takes what timed out for unknown: it may have been the machine that was busy.
 *
 * @param {string} file what is known from earlier runs
 */
async function forgetTimeouts(file) {
	const text = await readFile(file, 'utf8').catch(() => undefined);
	if (text === undefined) return;
	/** @type {import('@stryker-mutator/api/core').schema.MutationTestResult} */
	const known = JSON.parse(text);
	for (const each of Object.values(known.files)) {
		each.mutants = each.mutants.filter(({ status }) => status !== 'Timeout');
	}
	await writeFile(file, JSON.stringify(known));
}

/** @param {string} report as Stryker writes it */
function readMutants(report) {
	/** @type {import('@stryker-mutator/api/core').schema.MutationTestResult} */
	const { files } = JSON.parse(report);
	return Object.entries(files).flatMap(([file, { source, mutants }]) => {
		const lines = source.split('\n');
		return mutants.map(({ location: { start, end }, replacement = '', status }) => {
			const line = lines[start.line - 1] ?? '';
			const covered = lines.slice(start.line - 1, end.line);
			covered.push((covered.pop() ?? '').slice(0, end.column - 1));
			covered.unshift((covered.shift() ?? '').slice(start.column - 1));
			return {
				file,
				line: start.line,
				lineText: line.trim(),
				column: start.column - 1 - line.search(/\S/),
				original: covered.join('\n'),
				replacement,
				status,
			};
		});
	});
}
