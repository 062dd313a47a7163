import { untilCancelled } from '../http/wait';

/** Lets work with the same key run one after another, in the order of the calls. */
export class KeyedMutex {
	private readonly last = new Map<string, Promise<unknown>>();

	/** Whether work with the key would have to wait. */
	isHeld(key: string): boolean {
		return this.last.has(key);
	}

	/**
	 * @param work can let the next work begin before it ends
	 * @param signal ends the wait: the work then runs at once, and must check the signal
	 */
	async run<Result>(
		key: string,
		work: (letNextBegin: () => void) => Promise<Result>,
		signal?: AbortSignal,
	) {
		const previous = this.last.get(key);
		const { promise: released, resolve: letNextBegin } = Promise.withResolvers<void>();
		const running = (async () => {
			if (previous) await untilCancelled(previous, signal);
			return await work(letNextBegin);
		})();
		const ended = Promise.allSettled([previous, Promise.race([running, released])]).then(() => {});
		this.last.set(key, ended);
		try {
			return await running;
		} finally {
			if (this.last.get(key) === ended) this.last.delete(key);
		}
	}
}
