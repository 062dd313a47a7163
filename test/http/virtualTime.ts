import { afterPromises } from './afterPromises';

/** More timers than any work here needs: beyond them, it never ends. */
const mostTimers = 100_000;

interface Timer {
	readonly at: number;
	readonly order: number;
	readonly ring: () => void;
}

/** A clock that jumps from one timer to the next, so hours are simulated in a moment. */
export class VirtualTime {
	private time = 0;
	private order = 0;
	/** The timers as a binary heap, the next one first. */
	private readonly timers: Timer[] = [];

	readonly now = (): number => this.time;

	readonly sleep = async (milliseconds: number): Promise<void> => {
		await new Promise<void>((resolve) => {
			this.push({
				at: this.time + Math.max(0, milliseconds),
				order: (this.order += 1),
				ring: resolve,
			});
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
			const next = this.pop();
			if (!next) throw new Error('The work waits for ever.');
			this.time = next.at;
			next.ring();
			while (this.timers[0]?.at === this.time) this.pop()?.ring();
		}
		throw new Error('The work comes to no end.');
	}

	private push(timer: Timer): void {
		const { timers } = this;
		let at = timers.push(timer) - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (!this.swapIfLater(parent, at)) break;
			at = parent;
		}
	}

	private pop(): Timer | undefined {
		const { timers } = this;
		const [first] = timers;
		const last = timers.pop();
		if (last === undefined || timers.length === 0) return last;
		timers[0] = last;
		for (let at = 0; ;) {
			const left = 2 * at + 1;
			const right = left + 1;
			if (left >= timers.length) break;
			const child = right < timers.length && this.isLater(left, right) ? right : left;
			if (!this.swapIfLater(at, child)) break;
			at = child;
		}
		return first;
	}

	private isLater(one: number, other: number): boolean {
		const a = this.timers[one] as Timer;
		const b = this.timers[other] as Timer;
		return a.at > b.at || (a.at === b.at && a.order > b.order);
	}

	private swapIfLater(one: number, other: number): boolean {
		if (!this.isLater(one, other)) return false;
		[this.timers[one], this.timers[other]] = [
			this.timers[other] as Timer,
			this.timers[one] as Timer,
		];
		return true;
	}
}
