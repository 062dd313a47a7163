const vm = require('node:vm');
const { load } = require('js-yaml');
const { TestEnvironment } = require('jest-environment-node');
const { disableAsyncStorages } = require('./asyncStorages');
const { runBundle } = require('./bundles');

const { createContext } = vm;

// Without it, a process with nothing left to do frees its memory, object by object. On a busy machine
// that takes longer than jest waits, which then reports a leak.
if (process.send) process.once('beforeExit', () => process.exit());

/**
 * jest's environment. The files of tests that a process runs share one, and with it n8n's engine, which
 * takes longer to load than most of them to run. The modules of the project are each file's own.
 */
class SharedEnvironment extends TestEnvironment {
	static shared;

	constructor(config, context) {
		if (SharedEnvironment.shared) return SharedEnvironment.shared;
		// jest's own context looks up each use of a global in a proxy.
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		super(config, context);
		vm.createContext = createContext;
		SharedEnvironment.shared = this;
		const documents = {};
		this.global.yamlAsJson = (text, options) =>
			(documents[text] ??= JSON.stringify(load(text, options)));
		const bundles = {};
		let requireOfFile;
		this.global.loadBundle = (name, require) => {
			requireOfFile = require;
			return (bundles[name] ??= runBundle(name, this.getVmContext(), (id) => requireOfFile(id)));
		};
	}

	/** Leaves nothing of a file to the next one. */
	async teardown() {
		disableAsyncStorages();
		this.fakeTimersModern.dispose();
		this.moduleMocker.restoreAllMocks();
	}
}

module.exports = SharedEnvironment;
