/** @type {Set<() => void>} */
const actions = new Set();

/** @type {readonly NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function cleanUp() {
	for (const action of [...actions].reverse()) {
		try {
			action();
		} catch {
			// What remains to be cleaned up matters more than what could not be.
		}
	}
	actions.clear();
}

let watching = false;

function watchForTheEnd() {
	if (watching) return;
	watching = true;
	process.on('exit', cleanUp);
	for (const signal of endingSignals) {
		process.on(signal, function endByDefault() {
			// A script with a handler of its own ends itself; ours then only replaces the default.
			if (process.listenerCount(signal) > 1) return;
			process.exit(signal === 'SIGINT' ? 130 : 143);
		});
	}
}

/**
 * Runs an action when this process ends in whatever way it can notice, unless it is forgotten
 * before.
 *
 * @param {() => void} action synchronous; a throw is ignored
 * @returns {() => void} forgets the action
 */
export function cleanUpOnExit(action) {
	watchForTheEnd();
	actions.add(action);
	return () => {
		actions.delete(action);
	};
}

/**
 * A signal that aborts when the user or the system asks this process to end. A second Ctrl-C ends
 * it at once.
 *
 * @returns {AbortSignal}
 */
export function interruptionSignal() {
	const controller = new AbortController();
	for (const signal of endingSignals) {
		process.on(signal, () => {
			if (controller.signal.aborted) process.exit(130);
			controller.abort(new Interrupted());
		});
	}
	return controller.signal;
}

/** The user or the system asked this process to end. */
class Interrupted extends Error {
	constructor() {
		super('Stopped before it was done.');
		this.name = 'Interrupted';
	}
}
