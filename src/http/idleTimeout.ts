/** The longest time between two checks, so a shorter limit takes effect soon. */
const sliceMilliseconds = 1000;

/** Ends a wait for bytes that takes too long. */
export class IdleWatch {
	private waitingSince: number | undefined;
	private stopped = false;
	private tooLong = false;

	/**
	 * @param limit milliseconds, read again at each check
	 * @param onExpiry called once
	 * @param endsAt milliseconds since 1970, also if bytes arrive
	 */
	constructor(
		private readonly limit: () => number,
		private readonly onExpiry: () => void,
		private readonly endsAt: () => number | undefined = () => undefined,
	) {
		this.check();
	}

	get expired(): boolean {
		return this.tooLong;
	}

	resume(): void {
		this.waitingSince = Date.now();
	}

	pause(): void {
		this.waitingSince = undefined;
	}

	stop(): void {
		this.stopped = true;
	}

	private check(): void {
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
		next.addEventListener('abort', () => this.check());
	}
}
