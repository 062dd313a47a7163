const { readFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { compileFunction } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const engineFile = require.resolve('../../node_modules/.cache/n8n-engine/engine.cjs');

/** The one environment of all runs, which n8n's engine stays loaded in. */
let kept;

/** n8n's engine, from the first file of tests that loads it. */
let engine;

/** The clock of the environment. */
let now;

/** The mutant that a test noticed last. */
let noticed;

/** How the file of tests that runs now loads modules. */
let load;

/** @param {object} parsingContext of the environment that the engine is to belong to */
function loadEngine(parsingContext) {
	const module = { exports: {} };
	const require = Object.assign((name) => load(name), {
		resolve: (...parameters) => load.resolve(...parameters),
		cache: {},
	});
	const run = compileFunction(
		readFileSync(engineFile, 'utf8'),
		['module', 'exports', 'require', '__filename', '__dirname'],
		{ filename: engineFile, parsingContext },
	);
	run(module, module.exports, require, engineFile, dirname(engineFile));
	return module.exports;
}

/**
 * jest's environment, which runs no further test on a mutant once one has noticed it. It is the same
 * for all files of tests, so that n8n's engine is loaded once; all else is loaded anew for each.
 */
module.exports = class {
	constructor(config, context) {
		kept ??= new TestEnvironment(config, context);
		const { global, moduleMocker, fakeTimers, fakeTimersModern } = kept;
		Object.assign(this, { global, moduleMocker, fakeTimers, fakeTimersModern });
		// Tests may have put the clock forward.
		global.Date.now = now ??= global.Date.now;
		// jest's copy of the variables is as old as the environment, and one of them names the mutant.
		global.process.env = { ...process.env };
		global.keptEngine = (require) => {
			load = require;
			return (engine ??= loadEngine(kept.getVmContext()));
		};
	}

	async setup() {}

	async teardown() {}

	exportConditions() {
		return kept.exportConditions();
	}

	getVmContext() {
		return kept.getVmContext();
	}

	async handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
