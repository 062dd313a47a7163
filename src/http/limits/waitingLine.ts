import { onAbort } from '../wait';

/** Somebody who waits for an answer. */
export interface Waiter<Answer> {
	/** What the line was told when it was joined. */
	readonly since: number;
	/** Ends the wait. */
	settle(answer: Answer): void;
}

/** Those who wait for something, in the order in which they came, unless they took another place. */
export class WaitingLine<Answer> implements Iterable<Waiter<Answer>> {
	private readonly waiters: Array<Waiter<Answer>> = [];

	get size(): number {
		return this.waiters.length;
	}

	/**
	 * Waits until somebody settles it, or until the signal ends the wait.
	 *
	 * @param since what to remember of the moment
	 * @param cancelled the answer where the signal ends the wait
	 * @param signal n8n's cancel signal, where there is one
	 * @param place how many go first; all who wait by default
	 */
	async join(
		since: number,
		cancelled: () => Answer,
		signal?: AbortSignal,
		place = this.size,
	): Promise<Answer> {
		return await new Promise((resolve) => {
			const waiter: Waiter<Answer> = {
				since,
				settle: (answer) => {
					const at = this.waiters.indexOf(waiter);
					if (at >= 0) this.waiters.splice(at, 1);
					forget?.();
					resolve(answer);
				},
			};
			const cancel = () => waiter.settle(cancelled());
			const forget = signal && onAbort(signal, cancel);
			this.waiters.splice(place, 0, waiter);
		});
	}

	/** Who is settled meanwhile is left out. */
	*[Symbol.iterator](): Iterator<Waiter<Answer>> {
		for (let at = 0; at < this.waiters.length;) {
			const waiter = this.waiters[at] as Waiter<Answer>;
			yield waiter;
			if (this.waiters[at] === waiter) at += 1;
		}
	}
}
