/** What an execution can wait for: the limits of the service, the time before a retry, or a response. */
export type Wait = 'limit' | 'retry' | 'response';

/** Where requests wait for their turn: for the limit of the service, or for earlier requests. */
export interface Queue {
	readonly isLimited: boolean;
}

/** A shorter wait is not worth a hint, in milliseconds. */
const minReported = 10_000;

const waitLabels: Readonly<Record<Wait | 'other', string>> = {
	limit: 'waiting until the service accepted more requests',
	response: 'waiting for responses',
	retry: 'waiting before retries',
	other: 'for everything else',
};

/**
 * Where the time of an execution goes. Requests that wait at the same time share that time equally,
 * so the parts add up to the time of the execution.
 */
export class ExecutionTime {
	requests = 0;
	retries = 0;
	private readonly waiting = { limit: 0, retry: 0, response: 0, queue: 0 };
	private readonly spent = { limit: 0, response: 0, retry: 0, other: 0 };
	private queue?: Queue;
	private isQueueLimited = false;
	private last: number;

	/** @param now the clock, in milliseconds */
	constructor(private readonly now = Date.now) {
		this.last = now();
	}

	/** Counts the time of some work as a wait. In a queue, the wait is for the limit or for responses. */
	async during<Result>(wait: Wait | Queue, work: () => Promise<Result>): Promise<Result> {
		const name = typeof wait === 'string' ? wait : 'queue';
		if (typeof wait !== 'string') this.queue = wait;
		this.advance();
		this.waiting[name] += 1;
		try {
			return await work();
		} finally {
			this.advance();
			this.waiting[name] -= 1;
		}
	}

	/** @returns undefined if there were only short waits */
	describe(): string | undefined {
		this.advance();
		const { other, ...waits } = this.spent;
		const waited = Object.values(waits).reduce((sum, part) => sum + part, 0);
		if (waited <= minReported) return undefined;
		const parts = (Object.keys(waitLabels) as Array<Wait | 'other'>).flatMap((name) =>
			this.spent[name] < 50 ? [] : [`${seconds(this.spent[name])} ${waitLabels[name]}`],
		);
		const requests = `${this.requests} ${this.requests === 1 ? 'request' : 'requests'}`;
		const retries = `${this.retries} ${this.retries === 1 ? 'retry' : 'retries'}`;
		return `${requests} in ${seconds(waited + other)}: ${[...parts, retries].join(', ')}`;
	}

	private advance(): void {
		const now = this.now();
		const elapsed = now - this.last;
		this.last = now;
		const { queue, retry } = this.waiting;
		const limit = this.waiting.limit + (this.isQueueLimited ? queue : 0);
		const response = this.waiting.response + (this.isQueueLimited ? 0 : queue);
		this.isQueueLimited = this.queue?.isLimited ?? false;
		const count = limit + retry + response;
		if (count === 0) {
			this.spent.other += elapsed;
			return;
		}
		this.spent.limit += (elapsed * limit) / count;
		this.spent.retry += (elapsed * retry) / count;
		this.spent.response += (elapsed * response) / count;
	}
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(1)} s`;
}
