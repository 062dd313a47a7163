/** What the statuses of runs mean: the words of one table, exactly. */
import { meaningOf, type StatusMeaning } from '../../../src/agent/runs/statusWords';

const meanings: Array<[StatusMeaning, string]> = [
	['succeeded', 'COMPLETED Succeeded success'],
	['failed', 'FAILED error aborted CANCELLED Canceled TimedOut TIMED_OUT timed-out timeout'],
	['ended', 'FINISHED Done ended STOPPED Terminated'],
	['active', 'RUNNING InProgress in_progress queued PENDING Cancelling NotStarted Paused'],
];

test.each(meanings)('means that a run has %s or is so: %s', (meaning, statuses) => {
	for (const status of statuses.split(' ')) {
		expect([status, meaningOf(status)]).toEqual([status, meaning]);
	}
});

test('does not depend on case, separators, or invisible characters', () => {
	for (const status of ['In Progress', 'in-progress', 'IN_PROGRESS', ' in.progress\u200B']) {
		expect(meaningOf(status)).toBe('active');
	}
});

test.each([
	...['RUN_COMPLETED', 'COMPLETED_WITH_ERRORS', 'NOT_COMPLETED', 'PARTIALLY_SUCCEEDED'],
	...['NO_LONGER_RUNNING', 'JOB_STATE_SUCCEEDED', 'SETTLED', 'Churning', 'Fertig', '3', '', '完了'],
])('is unknown for %j, as no other part of a word counts', (status) => {
	expect(meaningOf(status)).toBeUndefined();
});
