import { afterPromises } from './afterPromises';

/** More timers than any work here needs: beyond them, it never ends. */
const mostTimers = 100_000;

interface Timer {
	readonly at: number;
	readonly ring: () => void;
}

/** A clock that jumps from one timer to the next, so hours are simulated in a moment. */
export class VirtualTime {
	private time = 0;
	/** The next timer is the last one. */
	private readonly timers: Timer[] = [];

	readonly now = (): number => this.time;

	readonly sleep = async (milliseconds: number): Promise<void> => {
		await new Promise<void>((resolve) => {
			this.add({ at: this.time + Math.max(0, milliseconds), ring: resolve });
		});
	};

	/**
	 * Lets the time go by until some work is done.
	 *
	 * @throws if the work waits without a timer, or never ends
	 */
	async until<Result>(work: Promise<Result>): Promise<Result> {
		let done = false;
		const finished = work.finally(() => {
			done = true;
		});
		finished.catch(() => {});
		// Only a callback that a promise asks for comes after all promises.
		await Promise.resolve();
		for (let timers = 0; timers < mostTimers; timers++) {
			// Everything that follows from the last timer happens before the next one.
			await new Promise<void>(afterPromises);
			if (done) return await finished;
			const next = this.timers.pop();
			if (!next) throw new Error('The work waits for ever.');
			this.time = next.at;
			next.ring();
			while (this.timers.at(-1)?.at === this.time) this.timers.pop()?.ring();
		}
		throw new Error('The work comes to no end.');
	}

	/** Puts a timer before those that ring earlier, or at the same time and were there first. */
	private add(timer: Timer): void {
		let position = 0;
		for (let end = this.timers.length; position < end;) {
			const middle = (position + end) >> 1;
			if (Number(this.timers[middle]?.at) > timer.at) position = middle + 1;
			else end = middle;
		}
		this.timers.splice(position, 0, timer);
	}
}
