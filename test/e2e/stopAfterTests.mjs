import { after } from 'node:test';

/**
 * Stops something after the last test of a file.
 *
 * @template {{ stop: () => Promise<void> }} Started
 * @param {Started} started
 * @returns {Started}
 */
export function stopAfterTests(started) {
	after(async () => await started.stop());
	return started;
}
