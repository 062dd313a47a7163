import { sleep } from 'n8n-workflow';

/** The longest timer that a cancelled wait leaves behind. */
const sliceMilliseconds = 1000;

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal aborts, or at once if it has, with one listener per signal: Node.js warns
 * of a leak if there are more than ten.
 *
 * @returns removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	if (signal.aborted) callback();
	const callbacks = listeners.get(signal) ?? new Set<() => void>();
	if (!listeners.has(signal)) {
		listeners.set(signal, callbacks);
		signal.addEventListener('abort', () => {
			for (const each of [...callbacks]) each();
		});
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
	let removeCallback: (() => void) | undefined;
	const cancelled = new Promise<undefined>((resolve) => {
		removeCallback = onAbort(signal, () => resolve(undefined));
	});
	return await Promise.race([cancelled, work]).finally(removeCallback);
}

/** @returns false if the signal aborted the wait */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
	// In slices, so a cancelled execution leaves no long timer behind.
	for (let left = milliseconds; left > 0 && !signal?.aborted; left -= sliceMilliseconds) {
		await untilCancelled(sleep(Math.min(left, sliceMilliseconds)), signal);
	}
	return !signal?.aborted;
}
