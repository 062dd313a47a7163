import { sleep } from 'n8n-workflow';

/** The longest timer that a cancelled wait leaves behind. */
const sliceMilliseconds = 1000;

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal aborts, with one listener per signal: Node.js warns of a leak if there are
 * more than ten.
 *
 * @returns removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	let callbacks = listeners.get(signal);
	if (callbacks === undefined) {
		const all = new Set<() => void>();
		signal.addEventListener('abort', () => {
			for (const each of [...all]) each();
		});
		listeners.set(signal, all);
		callbacks = all;
	}
	callbacks.add(callback);
	return () => callbacks.delete(callback);
}

/** @returns the result of the work, or undefined if the signal aborted first */
export async function untilCancelled<Result>(
	work: Promise<Result>,
	signal?: AbortSignal,
): Promise<Result | undefined> {
	if (signal === undefined) return await work;
	if (signal.aborted) return undefined;
	let stop: () => void = () => {};
	const cancelled = new Promise<undefined>((resolve) => {
		stop = () => resolve(undefined);
	});
	const removeCallback = onAbort(signal, () => stop());
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		removeCallback();
	}
}

/** @returns false if the signal aborted the wait */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
	// In slices, so a cancelled execution leaves no long timer behind.
	for (let left = milliseconds; left > 0 && !signal?.aborted; left -= sliceMilliseconds) {
		await untilCancelled(sleep(Math.min(left, sliceMilliseconds)), signal);
	}
	return !signal?.aborted;
}
