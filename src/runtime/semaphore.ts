/** Lets so much work run at the same time. The rest waits in the order of its calls. */
export class Semaphore {
	private readonly waiting: Array<() => void> = [];

	/** @param free how much work can still begin */
	constructor(private free: number) {}

	/** Ends when the work may begin. Then `release` must be called once. */
	async acquire(): Promise<void> {
		if (this.free === 0) await new Promise<void>((begin) => this.waiting.push(begin));
		else this.free -= 1;
	}

	release(): void {
		const begin = this.waiting.shift();
		if (begin) begin();
		else this.free += 1;
	}
}
