import { sleep } from 'n8n-workflow';
import { onAbort } from './wait';

/** Clock, timer and chance, which simulations replace. */
export interface TimeSource {
	/** Milliseconds, of a clock that is never corrected. */
	readonly now: () => number;
	readonly sleep: (milliseconds: number) => Promise<void>;
	/** From 0 to 1. */
	readonly random: () => number;
}

export const realTime: TimeSource = {
	now: () => performance.now(),
	sleep,
	random: () => Math.random(),
};

/** A longer timer would stay behind when the execution is cancelled, in milliseconds. */
const maxTimer = 1000;

interface Waiting<Entry, Turn> {
	readonly entry: Entry;
	finish(turn?: Turn): void;
}

/** First come, first served, among those whose time has come. */
export class TimedQueue<Entry, Turn> {
	private readonly waiting: Array<Waiting<Entry, Turn>> = [];
	/** When the next timer ends. */
	private timerAt = Infinity;

	/**
	 * @param readyAt when an entry may go, in milliseconds of the clock; Infinity if no time is known, so
	 *   somebody must call {@link run} later
	 * @param go makes what an entry gets when it may go, by the time
	 */
	constructor(
		private readonly time: Omit<TimeSource, 'random'>,
		private readonly readyAt: (entry: Entry) => number,
		private readonly go: (entry: Entry, now: number) => Turn,
	) {}

	get size(): number {
		return this.waiting.length;
	}

	/** @returns undefined if the signal aborts first, or the entry is refused */
	async add(entry: Entry, signal?: AbortSignal): Promise<Turn | undefined> {
		return await new Promise((resolve) => {
			const waiting: Waiting<Entry, Turn> = {
				entry,
				finish: (turn) => {
					this.waiting.splice(this.waiting.indexOf(waiting), 1);
					stopListening?.();
					resolve(turn);
				},
			};
			const stopListening = signal && onAbort(signal, () => waiting.finish());
			this.waiting.push(waiting);
			this.run();
		});
	}

	/** Lets the entries go whose time has come, and sets a timer for the next one. */
	run(): void {
		// The clock is read once: between two reads, the wake-up time might pass.
		const now = this.time.now();
		let next = Infinity;
		for (const each of [...this.waiting]) {
			const readyAt = this.readyAt(each.entry);
			if (readyAt <= now) each.finish(this.go(each.entry, now));
			else next = Math.min(next, readyAt);
		}
		void this.wakeAt(next, now);
	}

	refuseAll(): void {
		for (const waiting of [...this.waiting]) waiting.finish();
	}

	private async wakeAt(time: number, now: number): Promise<void> {
		const at = Math.min(Math.max(time, now + 1), now + maxTimer);
		// An earlier timer sets the next one.
		if (time === Infinity || this.timerAt <= at) return;
		this.timerAt = at;
		await this.time.sleep(at - now);
		if (this.timerAt === at) this.timerAt = Infinity;
		this.run();
	}
}
