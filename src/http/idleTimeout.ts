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
	 * @param endsAt when it is over even while bytes come, in milliseconds since 1970
	 */
	constructor(
		private readonly limit: () => number,
		private readonly onExpiry: () => void,
		private readonly endsAt: () => number | undefined = () => undefined,
	) {
		this.look();
	}

	/** Whether a wait took too long, or the end had come. */
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
		const now = Date.now();
		const waited = now - (this.waitingSince ?? now);
		const left = Math.min(this.limit() - waited, (this.endsAt() ?? Infinity) - now);
		if (left <= 0) {
			this.tooLong = true;
			this.onExpiry();
			return;
		}
		const next = AbortSignal.timeout(Math.min(left, sliceMilliseconds));
		next.addEventListener('abort', () => this.look());
	}
}
