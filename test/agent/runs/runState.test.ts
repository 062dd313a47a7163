/** Whether a run has ended, and when it started. */
// cspell:ignore TIMEDOUT ampel grün
import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import {
	explainUnknownState,
	getStartOrder,
	getStartTime,
	getStatus,
	isFinished,
	readRunState,
	readRunStateOptions,
	runStateOptions,
	sortByStart,
} from '../../../src/agent/runs/runState';
import type { RunState } from '../../../src/agent/runs/statusWords';

const now = Date.UTC(2026, 9, 1, 10, 0, 0);
const minute = 60_000;
const past = '2024-05-06T07:08:09Z';
const option = (name: string) => runStateOptions.find((each) => each.name === name);

beforeEach(() => jest.useFakeTimers({ now }));
afterEach(() => jest.useRealTimers());

test.each([
	['a status', { status: 'COMPLETE' }, 'finished'],
	['a name of two words, and a status in lower case', { run_state: 'ended' }, 'finished'],
	['a name in capitals', { RunStatus: 'queued' }, 'active'],
	['a phase', { phase: 'Running' }, 'active'],
	['a status in one word', { jobStatus: 'TIMEDOUT' }, 'finished'],
	['a current state', { currentState: 'IN_PROCESS' }, 'active'],
	['a state inside the status', { status: { state: 'TASK_STATE_COMPLETED' } }, 'finished'],
	['a name inside the status', { status: { name: 'running', since: past } }, 'active'],
	['a label inside the status', { status: { label: 'Finished' } }, 'finished'],
	['a result inside the state', { state: { result: 'succeeded', at: past } }, 'finished'],
	['a value inside the phase', { phase: { value: 'in progress' } }, 'active'],
	[
		'two states inside the state',
		{ state: { life_cycle_state: 'TERMINATED', result_state: 'SUCCESS' } },
		'finished',
	],
	// Inside a wrapper.
	['a run inside the response', { run: { runId: 'r', status: 'RUNNING' } }, 'active'],
	[
		'a run inside the data',
		{ status: 'success', data: { runId: 'r', status: 'RUNNING' } },
		'active',
	],
	['a record with a phase inside the response', { anything: { phase: 'done' } }, 'finished'],
	[
		'a run beside other data',
		{ runId: 'r', status: 'RUNNING', data: { id: 4, status: 'done' } },
		'active',
	],
	// The first that is known.
	['the first status that is known', { status: 'MODIFIED', state: 'FAILED' }, 'finished'],
	// A switch.
	['a switch that is on', { finished: true }, 'finished'],
	['a switch that is off', { is_done: false }, 'active'],
	['a switch for a run that is active', { isRunning: true }, 'active'],
	['a switch for a run that is not active', { active: false }, 'finished'],
	['a switch, if the status is null', { run: { id: 'r', status: null, done: true } }, 'finished'],
	['a status before a switch', { status: 'RUNNING', finished: true }, 'active'],
	// An end time.
	['an end time', { run: { id: 'r', endedAt: past } }, 'finished'],
	[
		'an end time before a status of a run that ends',
		{ status: 'ABORTING', abortedAt: past },
		'active',
	],
	[
		'an end time beside a day in the future',
		{ endDate: '2026-10-02', finishedAt: past },
		'finished',
	],
	['another name of the end time', { stoppedOn: past }, 'finished'],
	['an end date and time', { endDateTime: past }, 'finished'],
	['the time of the end, with its actor', { completedByTheAgent: past }, 'finished'],
	['a reason with a year', { finishReason: 'Order 2024' }, 'unknown'],
	['a number of bytes', { completedBytes: 1_700_000_000 }, 'unknown'],
	['an endpoint', { endpoint: past }, 'unknown'],
	// Counts of what a run has done.
	['counts of what is done', { completed: 4, running: 2 }, 'unknown'],
	['a text of what is done', { runId: 'r', done: 'two of three' }, 'unknown'],
	['an unknown status', { status: 'SETTLED' }, 'unknown'],
	['a status that is a number', { status: 2 }, 'unknown'],
	['a start time alone', { runId: 'r', startedAt: past }, 'unknown'],
	['an empty record', {}, 'unknown'],
] as Array<[string, IDataObject, RunState]>)('reads %s', (_title, run, state) => {
	expect(readRunState(run)).toBe(state);
	expect(isFinished(run)).toBe(state === 'finished');
});

describe('an end time', () => {
	test.each([
		...['endedAt', 'endTime', 'end_date', 'ended_at', 'endTimestamp', 'finishTime', 'finishedOn'],
		...['completedAt', 'completion_time', 'dateFinished', 'date_done', 'closeTime', 'stoppedAt'],
		...['failedAt', 'cancelled_at', 'abortedAt', 'expired_at'],
	])('under %s ends a run whose status is unknown', (name) => {
		expect(readRunState({ status: 'SETTLED', [name]: past })).toBe('finished');
	});

	test.each([
		...['2026-10-01T11:59:59.123456+02:00', '2026-09-30', 'Wed, 30 Sep 2026 10:00:00 GMT'],
		...['2024-05-06 07:08', '2000-01-01T00:00:00Z', '1715000000.5', now + 5 * minute],
	])('%j is in the past', (endTime) => {
		expect(readRunState({ endTime })).toBe('finished');
	});

	test.each([
		...['0001-01-01T00:00:00Z', '1970-01-01', '1999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
		...['2026-10-02', 'Step 3', 'in 2025 steps', '1715000000 (planned)', 'v1715000000', 'never'],
		...['', '1', '9'.repeat(400), now + 5 * minute + 1, 0, -1, 1, 1e30, null, true, {}],
	])('%j is no time, or in the future', (endTime) => {
		expect(readRunState({ endTime })).toBe('unknown');
	});

	test.each([1e-3, 1, 1e3, 1e6])('can be in a unit of which a millisecond has %s', (unit) => {
		for (const toText of [Number, String]) {
			expect(readRunState({ endTime: toText((now - minute) * unit) })).toBe('finished');
			expect(readRunState({ endTime: toText((now + 60 * minute) * unit) })).toBe('unknown');
		}
	});
});

describe('an unknown state', () => {
	test('is explained by the status and the options that help', () => {
		const { message, description = '' } = explainUnknownState({ status: 'SETTLED' }) ?? {};
		expect(message).toBe('Can\'t tell whether a run with status "SETTLED" has ended');
		for (const { displayName } of runStateOptions)
			expect(description).toContain(`'${displayName}'`);
		expect(explainUnknownState({ status: 'RUNNING' })).toBeUndefined();
	});

	test('is explained by the fields of a run without a status', () => {
		expect(explainUnknownState({ run: { id: 'r', ampel: 'grün' } })).toEqual({
			message: "Can't tell whether the run has ended",
			description: expect.stringMatching(
				/^Set 'Status Field'.+'Field Names.+Available fields: id, ampel\.$/,
			),
			isFinal: false,
		});
		expect(explainUnknownState({})?.description).toContain('Available fields: none.');
	});

	test.each([
		['a status that nobody knows', { status: 'SETTLED' }, {}, true],
		['a status under an unknown name', { runId: 'r', progress: 'RUNNING' }, {}, true],
		['a field called status', { runId: 'r', executionStatus: 'SETTLED' }, {}, true],
		['an end time to come', { runId: 'r', finishedAt: null, progress: 'RUNNING' }, {}, false],
		['a status field that may come', { runId: 'r', note: 'OPEN' }, { statusField: 'a.b' }, false],
		['no text that looks like a status', { runId: 'r', trigger: 'MANUAL_IMPORT' }, {}, false],
	])('is checked for being final in a run with %s', (_what, run, options, isFinal) => {
		expect(explainUnknownState(run, options)?.isFinal).toBe(isFinal);
	});
});

test('Status Field sets the field of the status', () => {
	const run = { status: 'COMPLETED', progress: { state: 'HALF' }, 'a.b': 'WHOLE' };
	expect(getStatus(run, { statusField: 'progress.state' })).toBe('HALF');
	expect(getStatus({ run: { id: 'r', ...run } }, { statusField: 'progress.state' })).toBe('HALF');
	expect(getStatus(run, { statusField: 'a.b' })).toBe('WHOLE');
	expect(getStatus(run, { statusField: 'toString' })).toBeUndefined();
	expect(readRunState(run, { statusField: 'progress.state' })).toBe('unknown');
});

test('Finished Statuses replace the common statuses and the end time', () => {
	const options = readRunStateOptions({ finishedStatuses: ' Ready, over ' });
	expect(isFinished({ status: 'ready' }, options)).toBe(true);
	expect(isFinished({ status: 'OVER' }, options)).toBe(true);
	expect(readRunState({ status: 'COMPLETED' }, options)).toBe('active');
	expect(isFinished({ status: 'RUNNING', endDate: past }, options)).toBe(false);
	expect(isFinished({ endDate: past }, options)).toBe(true);
	// The likeliest field counts, as the common statuses mean nothing here.
	expect(isFinished({ state: 'RUNNING', status: 'ready' }, options)).toBe(true);
	expect(isFinished({ state: 'ready', status: 'COMPLETED' }, options)).toBe(false);
});

test('options can be text or lists, and empty ones change nothing', () => {
	const read = readRunStateOptions({ statusField: ' phase ', finishedStatuses: ['a', 'b, c'] });
	expect(read).toEqual({ statusField: 'phase', finishedStatuses: ['A', 'B, C'] });
	const defaults = Object.fromEntries(runStateOptions.map((each) => [each.name, each.default]));
	expect(readRunStateOptions(defaults)).toEqual({});
	expect(readRunStateOptions({ statusField: ' ', finishedStatuses: ' , ' })).toEqual({});
});

test('the examples on the form work', () => {
	const example = (name: string) => String(option(name)?.placeholder).replace('e.g. ', '');
	const options = readRunStateOptions({ finishedStatuses: example('finishedStatuses') });
	expect(isFinished({ status: 'Completed' }, options)).toBe(true);
	expect(isFinished({ status: 'DONE' }, options)).toBe(false);
	const field = readRunStateOptions({ statusField: example('statusField') });
	expect(getStatus({ progress: { state: 'HALF' } }, field)).toBe('HALF');
	const text = String(option('finishedStatuses')?.description);
	const [, statuses = ''] = / such as (.+)\./.exec(text) ?? [];
	for (const status of statuses.split(/, or |, /)) expect(isFinished({ status })).toBe(true);
});

test('returns the status unchanged', () => {
	expect(getStatus({ status: ' Running ' })).toBe('Running');
	expect(getStatus({ phase: 'odd', state: 'strange', status: 'SETTLED' })).toBe('SETTLED');
	expect(getStatus({ status: 'SETTLED', phase: 'DONE' })).toBe('DONE');
	expect(getStatus({ status: 7 })).toBe('7');
	for (const status of [null, '', ' ', {}, [], true]) {
		expect(getStatus({ status: status as IDataObject[string] })).toBeUndefined();
	}
});

test('sorts runs by their start', () => {
	const runs = [
		{ runId: '1', startedAt: '2026-10-01T10:00:00Z' },
		{ runId: '2', startedAt: '2026-10-01T13:00:00+02:00' },
		{ runId: '3', start_time: '2026-10-01T12:00:00Z' },
		{ runId: '4' },
	];
	fc.assert(
		fc.property(fc.shuffledSubarray(runs, { minLength: 4 }), (shuffled) => {
			expect(sortByStart(shuffled)).toEqual(runs);
		}),
	);
	const same = [{ runId: '2', startedAt: past }, { runId: '1', startedAt: past }, { runId: '0' }];
	expect(sortByStart(same)).toEqual(same);
});

test('reads the start from the likeliest field with a value', () => {
	expect(getStartTime({})).toBeUndefined();
	expect(getStartTime({ createdAt: past, startedAt: ' 2026-10-01 ' })).toBe('2026-10-01');
	expect(getStartTime({ run: { id: 'r', started_at: 7 } })).toBe('7');
	expect(getStartTime({ startedAt: ' ', createdAt: past })).toBe(past);
	for (const startedAt of [1_715_000_000, '1715000000', 1_715_000_000_000, '1715000000000']) {
		expect(getStartOrder({ startedAt })).toBe(1_715_000_000_000);
	}
	for (const startedAt of ['soon', '1970-01-01', 0, '9999-12-31']) {
		expect(getStartOrder({ startedAt })).toBe(Infinity);
	}
});
