/** Which statuses of public systems end a run. */
import fc from 'fast-check';
import ts from 'typescript';
import {
	classifyStatus,
	looksLikeStatus,
	type RunState,
} from '../../../src/agent/runs/statusWords';

/** From the documentation of each system: statuses of a run that is active, and of one that ended. */
const systems = ts.sys.readFile('test/agent/runs/statuses.txt') ?? '';
const statuses = [...systems.matchAll(/^(.+)\n\tactive: (.+)\n\tfinished: (.+)$/gm)].flatMap(
	([, system = '', active = '', finished = '']) => [
		...active.split(' ').map((status) => [system, status, 'active'] as const),
		...finished.split(' ').map((status) => [system, status, 'finished'] as const),
	],
);

test.each(statuses)('reads the status of %s: %s is %s', (_system, status, state) => {
	expect(classifyStatus(status)).toBe(state);
});

test.each<[RunState, string[]]>([
	// Words after a preposition only explain why.
	['finished', ['COMPLETED_WITH_ERRORS', 'FAILED_TO_START', 'stopped while running']],
	// The last word counts.
	['finished', ['RUN_COMPLETED', 'PROCESSING_FAILED', 'timed out', 'TIME_OUT']],
	['active', ['ABORT_REQUESTED', 'CANCELLATION_PENDING', 'ON_HOLD', 'in progress']],
	// A negation turns it round.
	['active', ['not finished yet', 'NOT_COMPLETED', 'NEVER_STARTED', 'notExecuting yet started']],
	['finished', ['NO_LONGER_RUNNING', 'not active', 'COMPLETED_NO_CHANGES']],
	['unknown', ['SETTLED', 'green', '3', 'N/A', '', ' ', 'null', 'UNKNOWN', 'Fertig', '完了', 'to']],
	['unknown', ['TASK_STATE_UNSPECIFIED', 'JOB_STATE_UNKNOWN', 'FINDINGS_KNOWN']],
	// A sentence is no status.
	['unknown', ['3 of 10 completed', '50% done', 'Once the orders were read the work was done']],
])('reads as %s: %j', (state, texts) => {
	for (const text of texts) expect([text, classifyStatus(text)]).toEqual([text, state]);
});

test('ignores case and separators', () => {
	const status = fc.constantFrom('abort requested', 'run completed', 'timed out', 'not started');
	const separator = fc.constantFrom(' ', '_', '-', '.', ' / ');
	fc.assert(
		fc.property(status, separator, fc.boolean(), (text, mark, upper) => {
			const other = text.replaceAll(' ', mark);
			expect(classifyStatus(upper ? other.toUpperCase() : other)).toBe(classifyStatus(text));
		}),
	);
});

test.each([
	['RUNNING', true],
	['timed_out', true],
	['Open orders', false],
	['Report of the run that was completed', false],
	['MANUAL_IMPORT', false],
	['', false],
])('checks whether %j looks like a status: %s', (text, looksLike) => {
	expect(looksLikeStatus(text)).toBe(looksLike);
});
