import type { TimeSource } from './concurrencyLimit';

/** A shorter time of work is noticed by nobody, such as that after a pause. Milliseconds. */
const interval = 250;

/** The rest stays for the answers to n8n's editor. A share of 0.98 made them wait, and saved no time. */
const busyShare = 0.9;

/**
 * Whether n8n's one thread has hardly any idle time. More requests at the same time would then only
 * wait in n8n, and whatever else n8n does, such as the answers to its editor, would wait with them.
 */
export class ThreadLoad {
	private measuredAt = -Infinity;
	private activeBefore = 0;
	private wasBusy = false;

	constructor(private readonly time: Pick<TimeSource, 'now' | 'active'>) {}

	/** Looks at the thread, at most four times a second. */
	isBusy(): boolean {
		const now = this.time.now();
		const elapsed = now - this.measuredAt;
		if (elapsed < interval) return this.wasBusy;
		const active = this.time.active();
		this.wasBusy = active - this.activeBefore > busyShare * elapsed;
		this.activeBefore = active;
		this.measuredAt = now;
		return this.wasBusy;
	}
}
