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
	type RunState,
	runStateOptions,
	sortByStart,
} from '../../../src/agent/runs/runState';

const past = '2024-05-06T07:08:09Z';
const option = (name: string) =>
	runStateOptions.find((each) => each.name === name) as (typeof runStateOptions)[number];
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const stateOf = (run: IDataObject, options = {}) => readRunState(run, options).state;

describe('the state of a run', () => {
	test.each([
		[{ status: 'COMPLETE' }, 'finished'],
		[{ state: 'ended' }, 'finished'],
		[{ run_state: 'ended' }, 'finished'],
		[{ RunStatus: 'queued' }, 'active'],
		[{ phase: 'Running' }, 'active'],
		[{ jobStatus: 'TIMEDOUT' }, 'finished'],
		[{ currentState: 'IN_PROCESS' }, 'active'],
		[{ status: { state: 'TASK_STATE_COMPLETED' } }, 'finished'],
		[{ status: { name: 'running', since: past } }, 'active'],
		[{ status: { phase: 'Succeeded', podIP: '10.0.0.1' } }, 'finished'],
		[{ state: { code: 'DONE' } }, 'finished'],
		[{ state: { life_cycle_state: 'TERMINATED', result_state: 'SUCCESS' } }, 'finished'],
		// Inside a wrapper.
		[{ run: { runId: 'r', status: 'RUNNING' } }, 'active'],
		[{ status: 'success', data: { runId: 'r', status: 'RUNNING' } }, 'active'],
		[{ anything: { phase: 'done' } }, 'finished'],
		[{ runId: 'r', status: 'RUNNING', data: { id: 4, status: 'done' } }, 'active'],
		// The first that is known.
		[{ status: 'MODIFIED', state: 'FAILED' }, 'finished'],
		[{ status: 'completed', conclusion: 'neutral' }, 'finished'],
		// A switch.
		[{ finished: true }, 'finished'],
		[{ is_done: false }, 'active'],
		[{ isRunning: true }, 'active'],
		[{ active: false }, 'finished'],
		[{ status: { done: true } }, 'finished'],
		[{ run: { id: 'r', status: null, done: true } }, 'finished'],
		[{ status: 'RUNNING', finished: true }, 'active'],
		// Counts of what a run has done.
		[{ completed: 4, running: 2 }, 'unknown'],
		[{ runId: 'r', done: 'two of three' }, 'unknown'],
		[{ status: 'SETTLED' }, 'unknown'],
		[{ status: 2 }, 'unknown'],
		[{ runId: 'r', startedAt: past }, 'unknown'],
		[{}, 'unknown'],
	] as Array<[IDataObject, RunState]>)('%j is %s', (run, state) => {
		expect(stateOf(run)).toBe(state);
		expect(isFinished(run)).toBe(state === 'finished');
	});
});

describe('an end time', () => {
	test.each([
		...['endedAt', 'endTime', 'end_date', 'ended_at', 'endTimestamp', 'finishTime', 'finishedOn'],
		...['completedAt', 'completion_time', 'dateFinished', 'date_done', 'closeTime', 'stoppedAt'],
		...['failedAt', 'cancelled_at', 'abortedAt', 'expired_at'],
	])('under %s ends a run', (name) => {
		for (const time of [past, 1_715_000_000, '1715000000', 1_715_000_000_000, '2024-05-06 07:08']) {
			expect(stateOf({ status: 'SETTLED', [name]: time })).toBe('finished');
		}
	});

	test.each([
		...['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '-', 'never', ''],
		...[0, -1, 1, null, false, true, 'Step 3', {}, '1'],
	])('of %j ends nothing', (endTime) => {
		expect(stateOf({ endTime })).toBe('unknown');
	});

	test('that is planned ends nothing', () => {
		expect(stateOf({ endDate: inAnHour() })).toBe('unknown');
		expect(stateOf({ endDate: inAnHour(), finishedAt: past })).toBe('finished');
	});

	test('of a clock that is a little ahead counts', () => {
		expect(stateOf({ endedAt: Date.now() + 30_000 })).toBe('finished');
	});

	test('does not end a run whose status is active', () => {
		expect(stateOf({ status: 'ABORTING', abortedAt: past })).toBe('active');
	});

	test('can be in a wrapper or in the status', () => {
		expect(stateOf({ run: { id: 'r', endedAt: past } })).toBe('finished');
		expect(stateOf({ status: { name: 'settled', endedAt: past } })).toBe('finished');
	});
});

test.each([
	[{ state: { name: 'DONE' } }, 'state.name "DONE"'],
	[{ status: 'SETTLED' }, 'status "SETTLED"'],
	[{ isRunning: true }, 'isRunning true'],
	[{ endedAt: past }, `endedAt ${past}`],
	[{}, 'no status'],
] as Array<[IDataObject, string]>)('the state of %j has the reason %s', (run, reason) => {
	expect(readRunState(run).reason).toBe(reason);
});

describe('an unknown state', () => {
	test('is explained by the status, with the options that help', () => {
		expect(explainUnknownState({ status: 'SETTLED' })).toEqual({
			message: 'Can\'t tell whether a run with status "SETTLED" has ended',
			description: "Add its end statuses to 'Finished Statuses', or set 'Status Field'.",
			isFinal: true,
		});
	});

	test('is explained by the fields of a run without a status', () => {
		const run = { run: { id: 'r', ampel: 'grün' } };
		expect(explainUnknownState(run)).toEqual({
			message: "Can't tell whether the run has ended",
			description: "Set 'Status Field' to the field with its status. Available fields: id, ampel.",
			isFinal: false,
		});
		expect(explainUnknownState({})?.description).toContain('Available fields: none.');
	});

	test.each([
		['a status under an unknown name', { runId: 'r', progress: 'RUNNING' }, {}, true],
		['a field called status', { runId: 'r', executionStatus: 'SETTLED' }, {}, true],
		['an end time to come', { runId: 'r', finishedAt: null, progress: 'RUNNING' }, {}, false],
		['a status field that may come', { runId: 'r', note: 'OPEN' }, { statusField: 'a.b' }, false],
		['no text that looks like a status', { runId: 'r', trigger: 'MANUAL_IMPORT' }, {}, false],
	])('is final or not for a run with %s', (_what, run, options, isFinal) => {
		expect(explainUnknownState(run, options)?.isFinal).toBe(isFinal);
	});

	test('is not explained if the state is known', () => {
		expect(explainUnknownState({ status: 'RUNNING' })).toBeUndefined();
	});

	test('names the options as they are on the form', () => {
		const { description = '' } = explainUnknownState({ status: 'SETTLED' }) ?? {};
		for (const { displayName } of runStateOptions)
			expect(description).toContain(`'${displayName}'`);
	});
});

test('Status Field tells where the status is', () => {
	const run = { status: 'COMPLETED', progress: { state: 'HALF' }, 'a.b': 'WHOLE' };
	expect(getStatus(run)).toBe('COMPLETED');
	expect(getStatus(run, { statusField: 'progress.state' })).toBe('HALF');
	expect(getStatus({ run: { id: 'r', ...run } }, { statusField: 'progress.state' })).toBe('HALF');
	expect(getStatus(run, { statusField: 'a.b' })).toBe('WHOLE');
	expect(getStatus(run, { statusField: 'progress.state.length' })).toBeUndefined();
	expect(getStatus(run, { statusField: 'toString' })).toBeUndefined();
	expect(stateOf(run, { statusField: 'progress.state' })).toBe('unknown');
});

test('Finished Statuses replace the common ones and outweigh an end time', () => {
	const options = readRunStateOptions({ finishedStatuses: ' Ready, over ' });
	expect(isFinished({ status: 'ready' }, options)).toBe(true);
	expect(isFinished({ status: 'OVER' }, options)).toBe(true);
	expect(stateOf({ status: 'COMPLETED' }, options)).toBe('active');
	expect(isFinished({ status: 'RUNNING', endDate: past }, options)).toBe(false);
	expect(isFinished({ endDate: past }, options)).toBe(true);
	// The likeliest field counts, as the common statuses mean nothing here.
	expect(isFinished({ state: 'RUNNING', status: 'ready' }, options)).toBe(true);
	expect(isFinished({ state: 'ready', status: 'COMPLETED' }, options)).toBe(false);
});

describe('the options in the form', () => {
	test('change nothing by their defaults', () => {
		const options = Object.fromEntries(runStateOptions.map((each) => [each.name, each.default]));
		expect(readRunStateOptions(options)).toEqual({});
		expect(readRunStateOptions({})).toEqual({});
		expect(readRunStateOptions({ statusField: ' ', finishedStatuses: ' , ' })).toEqual({});
	});

	test('are read from text or lists', () => {
		const read = readRunStateOptions({ statusField: ' phase ', finishedStatuses: ['a', 'b, c'] });
		expect(read).toEqual({ statusField: 'phase', finishedStatuses: ['A', 'B', 'C'] });
	});

	test('are read as their examples show', () => {
		const example = (name: string) => String(option(name).placeholder).replace('e.g. ', '');
		const options = readRunStateOptions({ finishedStatuses: example('finishedStatuses') });
		for (const status of ['Completed', 'FAILED', 'aborted']) {
			expect(isFinished({ status }, options)).toBe(true);
		}
		expect(isFinished({ status: 'DONE' }, options)).toBe(false);
		const field = readRunStateOptions({ statusField: example('statusField') });
		expect(getStatus({ progress: { state: 'HALF' } }, field)).toBe('HALF');
	});

	test('name statuses that are detected', () => {
		const [, statuses = ''] =
			/ such as (.+)\./.exec(String(option('finishedStatuses').description)) ?? [];
		const states = statuses.split(/, or |, /).map((status) => stateOf({ status }));
		expect(states).toEqual(['finished', 'finished', 'finished']);
	});
});

test('the status is returned as the service writes it', () => {
	expect(getStatus({ status: ' Running ' })).toBe('Running');
	expect(getStatus({ phase: 'odd', state: 'strange', status: 'SETTLED' })).toBe('SETTLED');
	expect(getStatus({ status: 'SETTLED', phase: 'DONE' })).toBe('DONE');
	expect(getStatus({ status: 7 })).toBe('7');
	for (const status of [null, '', ' ', {}, [], true]) {
		expect(getStatus({ status: status as IDataObject[string] })).toBeUndefined();
	}
});

test('runs are sorted by their start, whatever the order of the list', () => {
	const runs = [
		{ runId: '1', startedAt: '2026-10-01T10:00:00Z' },
		{ runId: '2', startedAt: '2026-10-01T13:00:00+02:00' },
		{ runId: '3', start_time: '2026-10-01T12:00:00Z' },
		{ runId: '4' },
	];
	fc.assert(
		fc.property(fc.shuffledSubarray(runs, { minLength: 4 }), (shuffled) => {
			const before = [...shuffled];
			expect(sortByStart(shuffled, (run) => run)).toEqual(runs);
			expect(shuffled).toEqual(before);
		}),
	);
	expect(getStartOrder({ startedAt: 12 })).toBe(12);
	expect(getStartOrder({ startedAt: 'soon' })).toBe(Infinity);
	expect(getStartOrder({})).toBe(Infinity);
	const same = [{ runId: '2', startedAt: past }, { runId: '1', startedAt: past }, { runId: '0' }];
	expect(sortByStart(same, (run) => run)).toEqual(same);
});

test.each([
	...['0001-01-01T00:00:00Z', '1970-01-01', '2200-01-01', '9999-12-31T23:59:59Z'],
	...[-62_135_596_800, -1, 0, '0', 253_402_300_799, 253_402_300_799_000, Number.MAX_VALUE],
])('a start of %s counts as none', (startedAt) => {
	expect(getStartOrder({ startedAt })).toBe(Infinity);
});

test.each([1e-3, 1, 1e3, 1e6])('a start can be in any unit: %s to a millisecond', (unit) => {
	for (const time of [Date.UTC(2000, 0), Date.UTC(2030, 5, 1), Date.UTC(2199, 11, 31)]) {
		expect(getStartOrder({ startedAt: time * unit })).toBeCloseTo(time, 3);
	}
});

test('the start is the likeliest field that has a value', () => {
	expect(getStartTime({})).toBeUndefined();
	expect(getStartTime({ createdAt: past, startedAt: ' 2026-10-01 ' })).toBe('2026-10-01');
	expect(getStartTime({ run: { id: 'r', started_at: 7 } })).toBe('7');
	for (const startedAt of [null, '', ' ']) {
		expect(getStartTime({ startedAt, createdAt: past })).toBe(past);
	}
});

test('a start as a string of digits is a number', () => {
	expect(getStartOrder({ startedAt: '1715000000000' })).toBe(1_715_000_000_000);
	expect(getStartOrder({ startedAt: '1715000000.25' })).toBe(1_715_000_000_250);
	expect(getStartOrder({ startedAt: '2024-05-06T07:08:09.123456Z' })).toBe(
		Date.UTC(2024, 4, 6, 7, 8, 9, 123),
	);
});
