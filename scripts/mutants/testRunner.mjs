/**
 * Stryker's runner for jest, which here loads the files of the tests that can notice a mutant and no
 * others, the quick ones first: by itself it selects tests by name, after it has loaded n8n's engine
 * for each file.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	commonTokens,
	declareFactoryPlugin,
	PluginKind,
	tokens,
} from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';
import { testPatterns } from './folders.mjs';

/**
 * @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner
 * @typedef {TestRunner & { jestConfig: { testMatch: string[] } }} JestRunner
 * @typedef {import('@stryker-mutator/api/core').StrykerOptions & { quickTests?: string[], staticTests?: string[] }} Options
 */

/** Which files have a test of each name, in the folder that Stryker copied the project to. */
const testFilesRecord = path.join('build', 'mutants', 'testFiles.json');

/** @implements {TestRunner} */
class JestByFile {
	/**
	 * @param {JestRunner} jest
	 * @param {string[]} quickTests folders and files: those run first
	 * @param {string[]} staticTests those for mutants that take effect while a module is loaded
	 */
	constructor(jest, quickTests, staticTests) {
		this.jest = jest;
		this.quickTests = quickTests;
		this.staticTests = staticTests;
	}

	capabilities() {
		return this.jest.capabilities();
	}

	async init() {
		await this.jest.init?.();
	}

	/** @param {import('@stryker-mutator/api/test-runner').DryRunOptions} options */
	async dryRun(options) {
		const result = await this.jest.dryRun(options);
		if (result.status === 'complete') {
			/** @type {Record<string, string[]>} */
			const files = {};
			for (const { id, fileName = '' } of result.tests) (files[id] ??= []).push(fileName);
			mkdirSync(path.dirname(testFilesRecord), { recursive: true });
			writeFileSync(testFilesRecord, JSON.stringify(files));
		}
		return result;
	}

	/** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
	async mutantRun(options) {
		const [first, ...further] = this.rounds(options).filter(({ length }) => length > 0);
		let result = await this.run(options, first ?? []);
		for (const files of further) {
			if (result.status === 'survived') result = await this.run(options, files);
		}
		return result;
	}

	/**
	 * The files to run, one round after another: those named after the changed file first.
	 *
	 * @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options without a test
	 *   filter for a mutant that takes effect while a module is loaded
	 * @returns {string[][]}
	 */
	rounds({ activeMutant, testFilter }) {
		// Read each time: a runner that Stryker starts anew has had no dry run.
		/** @type {Record<string, string[]>} */
		const files = JSON.parse(readFileSync(testFilesRecord, 'utf8'));
		const own = `${path.parse(activeMutant.fileName).name}.test.ts`;
		if (!testFilter) {
			const all = new Set(Object.values(files).flat());
			const first = [...all].filter((file) => path.basename(file) === own);
			return [first, ...this.staticTests.map((test) => testPatterns([test]))];
		}
		/** @type {string[][]} */
		const rounds = [[], [], []];
		for (const file of new Set(testFilter.flatMap((name) => files[name] ?? []))) {
			const round = path.basename(file) === own ? 0 : this.isQuick(file) ? 1 : 2;
			rounds[round]?.push(file);
		}
		return rounds;
	}

	/**
	 * @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options
	 * @param {string[]} files and patterns of files
	 */
	async run(options, files) {
		this.jest.jestConfig.testMatch = files;
		return await this.jest.mutantRun(options);
	}

	/** @param {string} file */
	isQuick(file) {
		const name = path.relative('', file);
		return this.quickTests.some((test) => name === test || name.startsWith(`${test}/`));
	}

	async dispose() {
		await this.jest.dispose?.();
	}
}

/**
 * @param {import('@stryker-mutator/api/plugin').Injector<import('@stryker-mutator/api/plugin').PluginContext>} injector
 * @param {Options} options
 */
function createTestRunner(injector, { quickTests = [], staticTests = [] }) {
	const [jest] = jestPlugins;
	if (!jest) throw new Error('The jest runner of Stryker has no plug-in');
	return new JestByFile(
		/** @type {JestRunner} */ (injector.injectFunction(jest.factory)),
		quickTests,
		staticTests,
	);
}
createTestRunner.inject = tokens(commonTokens.injector, commonTokens.options);

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'jestByFile', createTestRunner),
];

const listOfTexts = { type: 'array', items: { type: 'string' } };

export const strykerValidationSchema = {
	properties: {
		quickTests: { description: 'Folders and files of the tests to run first.', ...listOfTexts },
		staticTests: { description: 'Those for static mutants.', ...listOfTexts },
	},
};
