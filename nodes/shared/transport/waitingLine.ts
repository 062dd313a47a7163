import { onAbort } from './wait';

/** Somebody who waits for an answer. */
export interface Waiter<Answer> {
	/** What the line was told when it was joined. */
	readonly since: number;
	/** Ends the wait. */
	settle(answer: Answer): void;
}

/** Those who wait for something, in the order in which they came. */
export class WaitingLine<Answer> implements Iterable<Waiter<Answer>> {
	private readonly waiters = new Set<Waiter<Answer>>();

	get size(): number {
		return this.waiters.size;
	}

	/**
	 * Waits until somebody settles it, or until the signal ends the wait.
	 *
	 * @param since what to remember of the moment
	 * @param cancelled the answer where the signal ends the wait
	 * @param signal n8n's cancel signal, where there is one
	 */
	async join(since: number, cancelled: () => Answer, signal?: AbortSignal): Promise<Answer> {
		return await new Promise((resolve) => {
			const waiter: Waiter<Answer> = {
				since,
				settle: (answer) => {
					this.waiters.delete(waiter);
					forget?.();
					resolve(answer);
				},
			};
			const cancel = () => waiter.settle(cancelled());
			const forget = signal && onAbort(signal, cancel);
			this.waiters.add(waiter);
		});
	}

	[Symbol.iterator](): Iterator<Waiter<Answer>> {
		return this.waiters.values();
	}
}
