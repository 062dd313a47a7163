/** A service that works on so many requests at the same time. The others wait for their turn. */
export class Workers {
	/** When each is done with what it has, in milliseconds since 1970. */
	private readonly freeAt: number[];

	constructor(count: number) {
		this.freeAt = Array.from({ length: count }, () => 0);
	}

	/**
	 * Gives a request to the worker that is free first.
	 *
	 * @param milliseconds how long the work takes
	 * @returns milliseconds until it is done
	 */
	take(milliseconds: number): number {
		const now = Date.now();
		const next = this.freeAt.indexOf(Math.min(...this.freeAt));
		const doneAt = Math.max(now, this.freeAt[next] ?? 0) + milliseconds;
		this.freeAt[next] = doneAt;
		return doneAt - now;
	}
}
