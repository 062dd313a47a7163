const { AsyncLocalStorage } = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { compileFunction } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const bundleFolder = path.join(__dirname, '..', '..', 'node_modules', '.cache', 'test-bundles');

/** The one environment of all runs, which n8n's engine and libraries stay loaded in. */
let kept;

/** Each bundle, from the first file of tests that loads it. */
const bundles = {};

/** What asynchronous work keeps with it, jest's and that of the tests. */
const storages = new Set();

for (const name of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (...parameters) {
		storages.add(this);
		return original.apply(this, parameters);
	};
}

/** The clock of the environment. */
let now;

/** The function of its process that ends it. */
let exit;

/** The mutant that a test noticed last. */
let noticed;

/** How the file of tests that runs now loads modules. */
let load;

/**
 * jest looks at each use of a global through a proxy, to take everything apart at the end; there is no
 * end here, and what it keeps for it would grow.
 *
 * @template Result
 * @param {() => Result} make
 * @returns {Result}
 */
function withoutProxies(make) {
	const { Proxy } = globalThis;
	globalThis.Proxy = function (target) {
		return target;
	};
	try {
		return make();
	} finally {
		globalThis.Proxy = Proxy;
	}
}

/**
 * @param {string} name of a bundle
 * @param {object} parsingContext of the environment that it is to belong to
 */
function loadBundle(name, parsingContext) {
	const filename = path.join(bundleFolder, `${name}.cjs`);
	const module = { exports: {} };
	const require = Object.assign((name) => load(name), {
		resolve: (...parameters) => load.resolve(...parameters),
		cache: {},
	});
	const run = compileFunction(
		readFileSync(filename, 'utf8'),
		['module', 'exports', 'require', '__filename', '__dirname'],
		{ filename, parsingContext },
	);
	run(module, module.exports, require, filename, bundleFolder);
	// Any example of what is wrong will do; to look for the smallest one takes long.
	if (name === 'libraries') module.exports['fast-check'].configureGlobal({ endOnFailure: true });
	return module.exports;
}

/**
 * jest's environment, which runs no further test on a mutant once one has noticed it. It is the same
 * for all files of tests, so that the bundles are loaded once; all else is loaded anew for each.
 */
module.exports = class {
	constructor(config, context) {
		kept ??= withoutProxies(() => new TestEnvironment(config, context));
		const { global, moduleMocker, fakeTimers, fakeTimersModern } = kept;
		Object.assign(this, { global, moduleMocker, fakeTimers, fakeTimersModern });
		// jest's own, which would go on listening to all later files.
		for (const symbol of Object.getOwnPropertySymbols(global)) {
			if (/^(?:JEST_STATE_SYMBOL|EVENT_HANDLERS)$/.test(symbol.description)) delete global[symbol];
		}
		// Each one slows down every promise, as long as it is not disabled.
		for (const storage of storages) storage.disable();
		storages.clear();
		// jest puts one around this for each file.
		global.process.exit = exit ??= global.process.exit;
		// Tests may have put the clock forward.
		global.Date.now = now ??= global.Date.now;
		// jest's copy of the variables is as old as the environment, and one of them names the mutant.
		global.process.env = { ...process.env };
		global.keptBundle = (name, require) => {
			load = require;
			return (bundles[name] ??= loadBundle(name, kept.getVmContext()));
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
