import { sleep } from 'n8n-workflow';

/** The longest timer that a cancelled wait leaves behind. */
const sliceMilliseconds = 1000;

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal aborts. However many wait for one signal, it has one listener of ours:
 * Node.js warns of a leak where it has more than ten.
 *
 * @param signal n8n's cancel signal
 * @param callback what to call
 * @returns takes the callback back
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

/**
 * Waits for some work, or until the execution is cancelled.
 *
 * @param signal n8n's cancel signal, where there is one
 * @returns the work's result, or undefined when the wait was cancelled
 */
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
	const forget = onAbort(signal, () => stop());
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		forget();
	}
}

/**
 * Waits, and stops waiting as soon as the execution is cancelled.
 *
 * @param milliseconds how long
 * @param signal n8n's cancel signal, where there is one
 * @returns whether the whole time went by; false when it was cancelled
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
	// In slices, so that a cancelled execution leaves no long timer behind.
	for (let left = milliseconds; left > 0 && !signal?.aborted; left -= sliceMilliseconds) {
		await untilCancelled(sleep(Math.min(left, sliceMilliseconds)), signal);
	}
	return !signal?.aborted;
}
