const { TestEnvironment } = require('jest-environment-node');
const { disableAsyncStorages } = require('../../test/asyncStorages');
const { runBundle } = require('../../test/bundles');

/** The one environment of all runs, which n8n's engine and libraries stay loaded in. */
let kept;

/** Each bundle, from the first file of tests that loads it. */
const bundles = {};

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

/** @param {string} name of a bundle */
function loadBundle(name) {
	const require = Object.assign((name) => load(name), {
		resolve: (...parameters) => load.resolve(...parameters),
		cache: {},
	});
	const modules = runBundle(name, kept.getVmContext(), require);
	// Any example of what is wrong will do; to look for the smallest one takes long.
	if (name === 'libraries') modules['fast-check'].configureGlobal({ endOnFailure: true });
	return modules;
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
		disableAsyncStorages();
		// jest puts one around this for each file.
		global.process.exit = exit ??= global.process.exit;
		// Tests may have put the clock forward.
		global.Date.now = now ??= global.Date.now;
		// jest's copy of the variables is as old as the environment, and one of them names the mutant.
		global.process.env = { ...process.env };
		global.loadBundle = (name, require) => {
			load = require;
			return (bundles[name] ??= loadBundle(name));
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
