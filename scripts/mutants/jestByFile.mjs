// Stryker's runner for jest, which loads only the test files that reach a mutant. On its own it
// loads every file and then selects tests by name, which takes a second for each file.
// A mutant that takes effect while a module is loaded has the tests in staticTestMatch.
import {
	commonTokens,
	declareFactoryPlugin,
	PluginKind,
	tokens,
} from '@stryker-mutator/api/plugin';
import { strykerPlugins as jestPlugins } from '@stryker-mutator/jest-runner';

/**
 * @typedef {import('@stryker-mutator/api/test-runner').TestRunner & { jestConfig: { testMatch: string[], globals: { staticTestMatch: string[] } } }} JestRunner
 */

/** @param {import('@stryker-mutator/api/plugin').Injector<import('@stryker-mutator/api/plugin').PluginContext>} injector */
function createRunner(injector) {
	const [{ factory }] = /** @type {[(typeof jestPlugins)[number]]} */ (jestPlugins);
	const runner = /** @type {JestRunner} */ (injector.injectFunction(factory));
	const { dryRun, mutantRun } = runner;
	/** @type {Map<string, string[]>} */
	const filesOfTests = new Map();
	/** @type {string[] | undefined} */
	let allFiles;
	return Object.assign(runner, {
		/** @type {typeof dryRun} */
		async dryRun(options) {
			const result = await dryRun.call(runner, options);
			for (const { id, fileName = '' } of result.status === 'complete' ? result.tests : []) {
				filesOfTests.set(id, [...(filesOfTests.get(id) ?? []), fileName]);
			}
			return result;
		},
		/** @type {typeof mutantRun} */
		async mutantRun(options) {
			const all = (allFiles ??= runner.jestConfig.testMatch);
			// A runner that replaced one that timed out has had no dry run.
			const files = options.testFilter?.flatMap((id) => filesOfTests.get(id) ?? all);
			const { staticTestMatch } = runner.jestConfig.globals;
			runner.jestConfig.testMatch = [...new Set(files ?? staticTestMatch)];
			return await mutantRun.call(runner, options);
		},
	});
}
createRunner.inject = tokens(commonTokens.injector);

export const strykerPlugins = [
	declareFactoryPlugin(PluginKind.TestRunner, 'jestByFile', createRunner),
];
