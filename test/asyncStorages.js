const { AsyncLocalStorage } = require('node:async_hooks');

/** What asynchronous work keeps with it, jest's and that of the tests. */
const storages = new Set();

for (const name of ['run', 'enterWith']) {
	const original = AsyncLocalStorage.prototype[name];
	AsyncLocalStorage.prototype[name] = function (...parameters) {
		storages.add(this);
		return original.apply(this, parameters);
	};
}

/** Each one, of which n8n's engine has several, slows down every promise until it is disabled. */
exports.disableAsyncStorages = () => {
	for (const storage of storages) storage.disable();
	storages.clear();
};
