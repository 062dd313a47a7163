/** What an execution can wait for: the limits of the service, the time before a retry, or a response. */
export type Wait = 'limit' | 'retry' | 'response';

/** Where requests wait for their turn: for the limit of the service, or for earlier requests. */
export interface Queue {
	readonly isLimited: boolean;
}

/** A shorter wait is not worth a hint, in milliseconds. */
const minReported = 10_000;

const labels = {
	limit: 'waiting until the service accepted more requests',
	response: 'waiting for responses',
	retry: 'waiting before retries',
	other: 'for everything else',
};

type Part = keyof typeof labels;

const parts = Object.keys(labels) as Part[];

/**
 * Where the time of an execution goes. Requests that wait at the same time share that time equally,
 * so the parts add up to the time of the execution.
 */
export class ExecutionTime {
	requests = 0;
	retries = 0;
	private readonly waiting = { limit: 0, response: 0, retry: 0, other: 0 };
	private readonly spent = { limit: 0, response: 0, retry: 0, other: 0 };
	private queue?: Queue;
	private inQueue = 0;
	private isQueueLimited = false;
	private last: number;

	/** @param now the clock, in milliseconds */
	constructor(private readonly now = Date.now) {
		this.last = now();
	}

	/** Counts the time of some work as a wait. In a queue, the wait is for the limit or for responses. */
	async during<Result>(wait: Wait | Queue, work: () => Promise<Result>): Promise<Result> {
		if (typeof wait !== 'string') this.queue = wait;
		const count = (change: 1 | -1) => {
			this.advance();
			if (typeof wait === 'string') this.waiting[wait] += change;
			else this.inQueue += change;
		};
		count(1);
		return await work().finally(() => count(-1));
	}

	/** @returns undefined if there were only short waits */
	describe(): string | undefined {
		this.advance();
		const total = parts.reduce((sum, part) => sum + this.spent[part], 0);
		if (total - this.spent.other <= minReported) return undefined;
		const long = parts.filter((part) => this.spent[part] >= 50);
		const described = long.map((part) => `${seconds(this.spent[part])} ${labels[part]}`);
		const requests = `${this.requests} ${this.requests === 1 ? 'request' : 'requests'}`;
		const retries = `${this.retries} ${this.retries === 1 ? 'retry' : 'retries'}`;
		return `${requests} in ${seconds(total)}: ${[...described, retries].join(', ')}`;
	}

	private advance(): void {
		const now = this.now();
		const elapsed = now - this.last;
		this.last = now;
		const waiting = { ...this.waiting };
		waiting[this.isQueueLimited ? 'limit' : 'response'] += this.inQueue;
		this.isQueueLimited = this.queue?.isLimited ?? false;
		const count = waiting.limit + waiting.response + waiting.retry;
		if (count === 0) this.spent.other += elapsed;
		else for (const part of parts) this.spent[part] += (elapsed * waiting[part]) / count;
	}
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(1)} s`;
}
