/** The longest time between two looks at the clock, so that a shorter limit takes effect soon. */
const sliceMilliseconds = 1000;

/** Ends a wait for bytes that takes too long; a second or so apart it looks at the clock. */
export class IdleWatch {
	private waitingSince: number | undefined;
	private stopped = false;
	private tooLong = false;

	/**
	 * @param limit milliseconds to wait; asked anew at each look
	 * @param onExpiry called once, when a wait took longer
	 */
	constructor(
		private readonly limit: () => number,
		private readonly onExpiry: () => void,
	) {
		this.look();
	}

	/** Whether a wait took too long. */
	get expired(): boolean {
		return this.tooLong;
	}

	/** A wait begins. */
	resume(): void {
		this.waitingSince = Date.now();
	}

	/** The wait is over: what was waited for is there. */
	pause(): void {
		this.waitingSince = undefined;
	}

	/** Nothing more is watched. */
	stop(): void {
		this.stopped = true;
	}

	private look(): void {
		if (this.stopped) return;
		const left = this.limit() - (Date.now() - (this.waitingSince ?? Date.now()));
		if (left <= 0) {
			this.tooLong = true;
			this.onExpiry();
			return;
		}
		const next = AbortSignal.timeout(Math.min(left, sliceMilliseconds));
		next.addEventListener('abort', () => this.look());
	}
}
