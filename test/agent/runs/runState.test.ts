import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import {
	compareStarts,
	endedAtOf,
	inOrderOfStart,
	isFinished,
	orderOf,
	readRunState,
	readRunStateNames,
	runStateOf,
	runStateOptions,
	startedAtOf,
	statusOf,
	unknownStateMessage,
} from '../../../src/agent/runs/runState';
import { type RunState, stateInWords } from '../../../src/agent/runs/stateWords';

const past = '2024-05-06T07:08:09Z';
const option = (name: string) =>
	runStateOptions.find((each) => each.name === name) as (typeof runStateOptions)[number];
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('the words of a status', () => {
	const words: Record<RunState, string[]> = {
		finished: [
			...['COMPLETED', 'Complete', 'completion', 'FINISHED', 'SUCCEEDED', 'successful', 'Success'],
			...[
				'DONE',
				'OK',
				'FAILED',
				'failure',
				'ERROR',
				'errored',
				'ABORTED',
				'cancelled',
				'CANCELED',
			],
			...[
				'STOPPED',
				'TIMED_OUT',
				'timed-out',
				'timed out',
				'TimedOut',
				'TIMEOUT',
				'timeout',
				'ENDED',
			],
			...['TERMINATED', 'KILLED', 'EXPIRED', 'CRASHED', 'REJECTED', 'CLOSED', 'INACTIVE'],
			...[
				'COMPLETED_WITH_ERRORS',
				'RUN_COMPLETED',
				'runFinished',
				'ENDED_BY_USER',
				'FAILED_TO_START',
			],
			...[
				'PROCESSING_FAILED',
				'STOPPED_WHILE_RUNNING',
				'NO_LONGER_RUNNING',
				'not active',
				'unsuccessful',
			],
			...['PARTIALLY_SUCCEEDED', 'succeeded (with warnings)', 'TIME_OUT', 'notrunning'],
			...['the run is done as expected', 'no longer working'],
		],
		active: [
			...[
				'RUNNING',
				'pending',
				'ABORTING',
				'Completing',
				'cancelling',
				'STOPPING',
				'FINISHING',
				'WAITING',
			],
			...[
				'QUEUED',
				'IN_PROGRESS',
				'inProgress',
				'in-progress',
				'INPROGRESS',
				'STARTED',
				'CREATED',
				'NEW',
			],
			...[
				'SCHEDULED',
				'ACTIVE',
				'PAUSED',
				'requires_action',
				'ON_HOLD',
				'ACCEPTED',
				'RETRYING',
				'OPEN',
			],
			...[
				'ABORT_REQUESTED',
				'CANCELLATION_PENDING',
				'WAITING_FOR_COMPLETION',
				'SUCCESSFULLY_STARTED',
			],
			...[
				'NOT_STARTED',
				'not finished yet',
				'NotCompleted',
				'TO_BE_COMPLETED',
				'nearly done',
				'UNFINISHED',
			],
			...['notfinished', 'NOT_EXECUTED', 'not processed', 'NOT_REPROCESSING', 'in progress'],
		],
		unknown: [
			...[
				'SETTLED',
				'READY',
				'MODIFIED',
				'green',
				'3',
				'0',
				'N/A',
				'?',
				'',
				' ',
				'null',
				'UNKNOWN',
			],
			...['3 of 10 completed', '50% done', 'STEP_COMPLETED', 'tool failed', 'Fertig', '完了'],
			...['to', 'FINDINGS_KNOWN', 'the run is done as was expected'],
			'Once the orders were read the work was done',
		],
	};

	test.each(Object.entries(words).flatMap(([state, all]) => all.map((word) => [word, state])))(
		'"%s" is %s',
		(word, state) => {
			expect(stateInWords(word)).toBe(state);
		},
	);

	test('are the same in any case and with any marks between them', () => {
		const word = fc.constantFrom('abort requested', 'run completed', 'timed out', 'not started');
		const joined = fc.constantFrom(' ', '_', '-', '.', ' / ');
		fc.assert(
			fc.property(word, joined, fc.boolean(), (text, mark, upper) => {
				const other = text.replaceAll(' ', mark);
				expect(stateInWords(upper ? other.toUpperCase() : other)).toBe(stateInWords(text));
			}),
		);
	});
});

describe('where a run says how far it is', () => {
	test.each([
		[{ status: 'COMPLETE' }, 'finished'],
		[{ phase: 'Running' }, 'active'],
		[{ run_state: 'ended' }, 'finished'],
		[{ RunStatus: 'queued' }, 'active'],
		[{ status: { state: 'COMPLETE' } }, 'finished'],
		[{ status: { name: 'running', since: past } }, 'active'],
		[{ state: { life_cycle_state: 'TERMINATED', result_state: 'SUCCESS' } }, 'finished'],
		[{ state: { label: 'Succeeded' } }, 'finished'],
		[{ run: { runId: 'r', status: 'RUNNING' } }, 'active'],
		[{ status: 'success', data: { runId: 'r', status: 'RUNNING' } }, 'active'],
		[{ anything: { phase: 'done' } }, 'finished'],
		[{ data: { run: { id: 'r', outcome: 'success' } } }, 'finished'],
		[{ runId: 'r', status: 'RUNNING', data: { id: 4, status: 'done' } }, 'active'],
		[{ status: 'MODIFIED', state: 'FAILED' }, 'finished'],
		[{ status: 'settled', outcome: 'success' }, 'finished'],
		[{ status: 'running', outcome: 'success' }, 'active'],
		[{ outcome: 'Tickets created', endedAt: past }, 'finished'],
		[{ finished: true }, 'finished'],
		[{ is_done: false }, 'active'],
		[{ isRunning: true }, 'active'],
		[{ active: false }, 'finished'],
		[{ failed: true }, 'finished'],
		[{ failed: false }, 'unknown'],
		[{ hasFailed: true }, 'finished'],
		[{ was_aborted: true }, 'finished'],
		[{ hasFinished: false }, 'active'],
		// Counts of what a run has done.
		[{ succeeded: 4, failed: 2 }, 'unknown'],
		[{ runId: 'r', done: 'two of three' }, 'unknown'],
		[{ run: { id: 'r', status: null, done: true } }, 'finished'],
		[{ phase: 'MODIFIED', status: 'SETTLED', outcome: 'failed' }, 'finished'],
		[{ status: 'RUNNING', finished: true }, 'active'],
		[{ status: { finished: true } }, 'finished'],
		[{ status: 'SETTLED' }, 'unknown'],
		[{ status: 2 }, 'unknown'],
		[{ runId: 'r', startedAt: past }, 'unknown'],
		[{ runId: 'r', cancelOnExit: true, errorHandling: true }, 'unknown'],
		[{}, 'unknown'],
	] as Array<[IDataObject, RunState]>)('%j is %s', (run, state) => {
		expect(runStateOf(run)).toBe(state);
		expect(isFinished(run)).toBe(state === 'finished');
	});
});

describe('an end time', () => {
	const names = [
		'endedAt',
		'endTime',
		'end_date',
		'ended_at',
		'endTimestamp',
		'finishTime',
		'finishedOn',
	];
	const particular = [
		'stoppedAt',
		'failedAt',
		'cancelled_at',
		'abortedAt',
		'terminationTime',
		'closedAt',
	];

	test.each([
		...names,
		...particular,
		...['completedAt', 'end_date_time', 'runEndedAt', 'actualEndTime'],
	])('under %s ends a run', (name) => {
		for (const time of [past, 1_715_000_000, '1715000000', 1_715_000_000_000, '2024-05-06 07:08']) {
			expect(runStateOf({ status: 'SETTLED', [name]: time })).toBe('finished');
			expect(endedAtOf({ [name]: time })).toBe(time);
		}
	});

	const noTimes = [
		...[
			'0001-01-01T00:00:00Z',
			'1970-01-01T00:00:00Z',
			'9999-12-31T23:59:59Z',
			'-',
			'null',
			'never',
			'',
		],
		...[0, -1, 1, null, false, true, 'Step 3', {}, '1'],
	];

	test.each(noTimes)('of %j is none', (time) => {
		expect(endedAtOf({ endTime: time })).toBeUndefined();
		expect(runStateOf({ endTime: time })).toBe('active');
		expect(runStateOf({ status: 'SETTLED', endTime: time })).toBe('unknown');
	});

	test('that is planned ends nothing', () => {
		expect(runStateOf({ endDate: inAnHour() })).toBe('active');
		expect(runStateOf({ endDate: inAnHour(), finishedAt: past })).toBe('finished');
	});

	test('of a clock that is a little ahead counts', () => {
		expect(runStateOf({ endedAt: Date.now() + 30_000 })).toBe('finished');
	});

	test('does not end a run that says it goes on', () => {
		expect(runStateOf({ status: 'ABORTING', abortedAt: past })).toBe('active');
	});

	test('of one kind that is empty tells nothing, as a run may end otherwise', () => {
		expect(runStateOf({ runId: 'r', abortedAt: null })).toBe('unknown');
	});

	test('stands in a wrapper or in the status too', () => {
		expect(endedAtOf({ run: { id: 'r', endedAt: past } })).toBe(past);
		expect(runStateOf({ status: { name: 'settled', endedAt: past } })).toBe('finished');
	});
});

test('what told it is said', () => {
	expect(readRunState({ state: { name: 'DONE' } }).because).toBe('state.name "DONE"');
	expect(readRunState({ status: 'SETTLED' }).because).toBe('status "SETTLED"');
	expect(readRunState({ isRunning: true }).because).toBe('isRunning is true');
	expect(readRunState({ endedAt: past }).because).toBe(`end time ${past}`);
	expect(readRunState({ endedAt: null }).because).toBe('endedAt without a past date');
	expect(readRunState({}).because).toBe('no status');
});

test('a state that cannot be told is explained with the field to set', () => {
	expect(unknownStateMessage({ status: 'SETTLED' })).toBe(
		'Nothing tells whether a run with the status "SETTLED" is over. Name the statuses of runs that are over in Finished Statuses, or another field in Status Field.',
	);
	expect(unknownStateMessage({ run: { id: 'r', ampel: 'grün' } })).toBe(
		'Nothing tells whether the run is over. Name the field with its status in Status Field; the record has id, ampel.',
	);
	expect(unknownStateMessage({})).toContain('the record has no fields.');
	const { displayName: finishedStatuses } = option('finishedStatuses');
	const { displayName: statusField } = option('statusField');
	expect(unknownStateMessage({ status: 'SETTLED' })).toContain(`${finishedStatuses}, or`);
	expect(unknownStateMessage({ ampel: 'grün' })).toContain(`in ${statusField};`);
});

test('the status is where the user says', () => {
	const run = { status: 'COMPLETED', progress: { state: 'HALF' }, 'a.b': 'WHOLE' };
	expect(statusOf(run)).toBe('COMPLETED');
	expect(statusOf(run, { statusField: 'progress.state' })).toBe('HALF');
	expect(statusOf({ run: { id: 'r', ...run } }, { statusField: 'progress.state' })).toBe('HALF');
	expect(statusOf(run, { statusField: 'a.b' })).toBe('WHOLE');
	expect(statusOf(run, { statusField: 'progress.state.length' })).toBeUndefined();
	expect(statusOf(run, { statusField: 'toString' })).toBeUndefined();
	expect(runStateOf(run, { statusField: 'progress.state' })).toBe('unknown');
});

test('statuses given by the user replace the usual ones and outweigh an end time', () => {
	const names = readRunStateNames({ finishedStatuses: ' Ready, over ' });
	expect(isFinished({ status: 'ready' }, names)).toBe(true);
	expect(isFinished({ status: 'OVER' }, names)).toBe(true);
	expect(runStateOf({ status: 'COMPLETED' }, names)).toBe('active');
	expect(isFinished({ status: 'RUNNING', endDate: past }, names)).toBe(false);
	expect(isFinished({ endDate: past }, names)).toBe(true);
	// The likeliest field counts, as the usual words say nothing here.
	expect(isFinished({ state: 'RUNNING', status: 'ready' }, names)).toBe(true);
	expect(isFinished({ state: 'ready', status: 'COMPLETED' }, names)).toBe(false);
});

describe('the options in the form', () => {
	test('change nothing as they are', () => {
		const options = Object.fromEntries(runStateOptions.map((each) => [each.name, each.default]));
		expect(readRunStateNames(options)).toEqual({});
	});

	test('are read as their examples show', () => {
		const example = (name: string) => String(option(name).placeholder).replace('e.g. ', '');
		const names = readRunStateNames({ finishedStatuses: example('finishedStatuses') });
		for (const status of ['Completed', 'FAILED', 'aborted']) {
			expect(isFinished({ status }, names)).toBe(true);
		}
		expect(isFinished({ status: 'DONE' }, names)).toBe(false);
		const field = readRunStateNames({ statusField: example('statusField') });
		expect(statusOf({ progress: { state: 'HALF' } }, field)).toBe('HALF');
	});

	test('say which words tell without them', () => {
		const [, words = ''] =
			/ such as (.+), or an end time/.exec(String(option('finishedStatuses').description)) ?? [];
		expect(words.split(/, | or /).map((word) => stateInWords(word))).toEqual([
			...['finished', 'finished', 'finished'],
		]);
	});
});

test('the status is the word that tells most, as the service writes it', () => {
	expect(statusOf({ status: ' Running ' })).toBe('Running');
	expect(statusOf({ phase: 'odd', state: 'strange', status: 'SETTLED' })).toBe('SETTLED');
	expect(statusOf({ status: 'SETTLED', state: 'strange' })).toBe('SETTLED');
	expect(statusOf({ status: 'SETTLED', phase: 'DONE' })).toBe('DONE');
	expect(statusOf({ status: 7 })).toBe('7');
	for (const status of [null, '', ' ', {}, [], true]) {
		expect(statusOf({ status: status as IDataObject[string] })).toBeUndefined();
	}
});

test('options are read from text or lists, and empty ones change nothing', () => {
	expect(readRunStateNames({})).toEqual({});
	expect(readRunStateNames({ statusField: ' ', finishedStatuses: ' , ' })).toEqual({});
	expect(readRunStateNames({ statusField: ' phase ', finishedStatuses: ['a', 'b, c'] })).toEqual({
		statusField: 'phase',
		finishedStatuses: ['A', 'B', 'C'],
	});
});

test('runs are ordered by when they started, whatever the list', () => {
	const runs = [
		{ runId: '1', startedAt: '2026-10-01T10:00:00Z' },
		{ runId: '2', startedAt: '2026-10-01T13:00:00+02:00' },
		{ runId: '3', start_time: '2026-10-01T12:00:00Z' },
		{ runId: '4' },
	];
	fc.assert(
		fc.property(fc.shuffledSubarray(runs, { minLength: 4 }), (shuffled) => {
			const before = [...shuffled];
			expect(inOrderOfStart(shuffled)).toEqual(runs);
			expect(shuffled).toEqual(before);
		}),
	);
	expect(orderOf({ startedAt: 12 })).toBe(12);
	expect(orderOf({ startedAt: 'soon' })).toBe(Infinity);
	expect(orderOf({})).toBe(Infinity);
	expect(compareStarts({ startedAt: past }, { startedAt: past })).toBe(0);
});

test.each([
	...['0001-01-01T00:00:00Z', '1970-01-01', '1999-12-31', '2200-01-01', '9999-12-31T23:59:59Z'],
	...[-62_135_596_800, -1, 0, '0', 253_402_300_799, 253_402_300_799_000, Number.MAX_VALUE],
])('a start at %s is none', (startedAt) => {
	expect(orderOf({ startedAt })).toBe(Infinity);
});

test.each([1e-3, 1, 1e3, 1e6])('a start counts in any unit: %s to a millisecond', (unit) => {
	for (const time of [Date.UTC(2000, 0), Date.UTC(2030, 5, 1), Date.UTC(2199, 11, 31)]) {
		expect(orderOf({ startedAt: time * unit })).toBe(time * unit);
	}
});

test('a start is the likeliest field that says something', () => {
	expect(startedAtOf({})).toBeUndefined();
	expect(startedAtOf({ createdAt: past, startedAt: ' 2026-10-01 ' })).toBe('2026-10-01');
	expect(startedAtOf({ actualStartTime: past })).toBe(past);
	expect(startedAtOf({ run: { id: 'r', run_started_at: 7 } })).toBe(7);
	for (const startedAt of [null, '', ' ']) {
		expect(startedAtOf({ startedAt, createdAt: past })).toBe(past);
	}
});

test('a start in a text of digits is a number, and one with parts of a second a date', () => {
	expect(orderOf({ startedAt: '1715000000000' })).toBe(1_715_000_000_000);
	expect(orderOf({ startedAt: '1715000000.25' })).toBe(1_715_000_000.25);
	expect(orderOf({ startedAt: '2024-05-06T07:08:09.123456Z' })).toBe(
		Date.UTC(2024, 4, 6, 7, 8, 9, 123),
	);
});
