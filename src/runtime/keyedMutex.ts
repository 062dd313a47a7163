import { untilCancelled } from '../http/wait';

/** Lets work with the same key run one after another, in the order of the calls. */
export class KeyedMutex {
	private readonly last = new Map<string, Promise<unknown>>();

	/** @param signal ends the wait: the work then runs at once, and must check the signal */
	async run<Result>(
		key: string,
		work: () => Promise<Result>,
		signal?: AbortSignal,
	): Promise<Result> {
		const previous = this.last.get(key);
		const running = (async () => {
			if (previous) await untilCancelled(previous, signal);
			return await work();
		})();
		const ended = Promise.allSettled([previous, running]).then(() => {});
		this.last.set(key, ended);
		try {
			return await running;
		} finally {
			if (this.last.get(key) === ended) this.last.delete(key);
		}
	}
}

/** As {@link KeyedMutex}, for keys that take a request to find. */
export class OrderedMutex {
	private readonly mutex = new KeyedMutex();
	/** Settled when the keys of all calls are known, or failed. */
	private keysKnown: Promise<unknown> = Promise.resolve();

	/** @param key undefined if the work waits for no other */
	async run<Result>(
		key: Promise<string | undefined>,
		work: () => Promise<Result>,
	): Promise<Result> {
		// The keys of all earlier calls are known first, so their work is queued first.
		this.keysKnown = Promise.allSettled([this.keysKnown, key]).then(() => {});
		await this.keysKnown;
		const known = await key;
		return known === undefined ? await work() : await this.mutex.run(known, work);
	}
}
