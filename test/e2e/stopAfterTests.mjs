import { after } from 'node:test';

/** @type {{ stop: () => Promise<void> }[]} */
const running = [];
after(async () => {
	for (const each of running.reverse()) await each.stop();
});

/**
 * Stops something after the last test of a file, and after all that was started later.
 *
 * @template {{ stop: () => Promise<void> }} Started
 * @param {Started} started
 * @returns {Started}
 */
export function stopAfterTests(started) {
	running.push(started);
	return started;
}
