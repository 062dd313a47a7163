/**
 * What the status of a run means. The specification names no status (spec 3), so this table has the
 * words of public systems. A status is one of them exactly, apart from case and separators, or unknown.
 */
import { comparableText } from '../../values/texts';
import { words } from '../../values/words';

export type StatusMeaning = 'succeeded' | 'failed' | 'ended' | 'active';

const statusWords: Readonly<Record<StatusMeaning, readonly string[]>> = {
	succeeded: words('completed complete succeeded success successful passed ok'),
	failed: words(`
		failed failure error errored faulted crashed aborted cancelled canceled killed rejected revoked
		interrupted incomplete expired timed-out timeout
	`),
	/** Well or not. */
	ended: words('ended finished done closed stopped terminated exited skipped'),
	active: words(`
		new created scheduled requested submitted accepted received queued pending waiting ready
		not-started initializing preparing provisioning starting started resumed resuming
		running active working executing processing in-progress retrying requires-action input-required
		paused suspended blocked on-hold
		aborting cancelling canceling stopping terminating completing finalizing
	`),
};

/** Equal for `TimedOut`, `TIMED_OUT`, and `timed-out`. */
export function comparableStatus(status: string): string {
	return comparableText(status)
		.toLowerCase()
		.replace(/[\s._/-]/g, '');
}

const meanings = new Map(
	(Object.keys(statusWords) as StatusMeaning[]).flatMap((meaning) =>
		statusWords[meaning].map((word) => [comparableStatus(word), meaning] as const),
	),
);

/** What a status means; undefined if the table doesn't have it. */
export function meaningOf(status: string): StatusMeaning | undefined {
	return meanings.get(comparableStatus(status));
}
