/**
 * Stryker's runner for jest, which here loads the files of the tests that can notice a mutant and no
 * others: by itself it selects tests by name, after it has loaded n8n's engine for each file.
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

/**
 * @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner
 * @typedef {TestRunner & { jestConfig: { testMatch: string[] } }} JestRunner
 * @typedef {import('@stryker-mutator/api/core').StrykerOptions & { quickTests?: string[] }} Options
 */

/** Which files have a test of each name, in the folder that Stryker copied the project to. */
const testFilesRecord = path.join('build', 'mutants', 'testFiles.json');

/** @implements {TestRunner} */
class JestByFile {
	/**
	 * @param {JestRunner} jest
	 * @param {string[]} quickTests patterns of the files that a mutant without a test of its own gets
	 */
	constructor(jest, quickTests) {
		this.jest = jest;
		this.quickTests = quickTests;
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
		// Read each time: a runner that Stryker starts anew has had no dry run.
		/** @type {Record<string, string[]>} */
		const files = JSON.parse(readFileSync(testFilesRecord, 'utf8'));
		this.jest.jestConfig.testMatch = options.testFilter
			? [...new Set(options.testFilter.flatMap((id) => files[id] ?? []))]
			: this.quickTests;
		return await this.jest.mutantRun(options);
	}

	async dispose() {
		await this.jest.dispose?.();
	}
}

/**
 * @param {import('@stryker-mutator/api/plugin').Injector<import('@stryker-mutator/api/plugin').PluginContext>} injector
 * @param {Options} options
 */
function createTestRunner(injector, { quickTests = [] }) {
	const [jest] = jestPlugins;
	if (!jest) throw new Error('The jest runner of Stryker has no plug-in');
	return new JestByFile(
		/** @type {JestRunner} */ (injector.injectFunction(jest.factory)),
		quickTests,
	);
}
createTestRunner.inject = tokens(commonTokens.injector, commonTokens.options);

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'jestByFile', createTestRunner),
];

export const strykerValidationSchema = {
	properties: {
		quickTests: {
			description: 'Patterns of the tests for mutants that no single test reaches.',
			type: 'array',
			items: { type: 'string' },
		},
	},
};
