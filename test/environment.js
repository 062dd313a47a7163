const { TestEnvironment } = require('jest-environment-node');
const { disableAsyncStorages } = require('./asyncStorages');
const { runBundle } = require('./bundles');

/** jest's environment, of which each file of tests has one. */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const bundles = {};
		this.global.loadBundle = (name, require) =>
			(bundles[name] ??= runBundle(name, this.getVmContext(), require));
	}

	async teardown() {
		disableAsyncStorages();
		await super.teardown();
	}
};
