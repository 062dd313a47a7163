import fc from 'fast-check';
import {
	endedAtOf,
	inOrderOfStart,
	isFinished,
	orderOf,
	readRunStateNames,
	startedAtOf,
	statusOf,
} from '../../nodes/shared/agent/runState';
import { runNames } from '../../nodes/shared/service/assumedNames';

test.each(runNames.finishedStatuses)('a run with the status %s is finished', (status) => {
	expect(isFinished({ runId: '1', status })).toBe(true);
	expect(isFinished({ runId: '1', state: ` ${status.toLowerCase()} ` })).toBe(true);
});

test.each(runNames.endedAt)('a run with a value in %s is finished', (name) => {
	expect(isFinished({ status: 'ANYTHING', [name]: '2026-10-01T10:00:00Z' })).toBe(true);
	expect(endedAtOf({ [name]: 1_790_000_000 })).toBe(1_790_000_000);
});

test.each([
	{},
	{ status: 'RUNNING' },
	{ status: 'RUNNING', endedAt: null },
	{ status: '', endedAt: ' ' },
	{ status: { name: 'COMPLETED' } },
])('a run of %j is not finished', (run) => {
	expect(isFinished(run)).toBe(false);
});

test('the status is where the user says', () => {
	const run = { status: 'COMPLETED', progress: { state: 'HALF' }, 'a.b': 'WHOLE' };
	expect(statusOf(run)).toBe('COMPLETED');
	expect(statusOf(run, { statusField: 'progress.state' })).toBe('HALF');
	expect(statusOf(run, { statusField: 'a.b' })).toBe('WHOLE');
	expect(statusOf(run, { statusField: 'progress.state.length' })).toBeUndefined();
	expect(statusOf(run, { statusField: 'toString' })).toBeUndefined();
	expect(isFinished(run, { statusField: 'progress.state' })).toBe(false);
});

test('statuses given by the user replace the usual ones and outweigh an end time', () => {
	const names = readRunStateNames({ finishedStatuses: ' Ready, over ' });
	expect(isFinished({ status: 'ready' }, names)).toBe(true);
	expect(isFinished({ status: 'OVER' }, names)).toBe(true);
	expect(isFinished({ status: 'COMPLETED' }, names)).toBe(false);
	expect(isFinished({ status: 'RUNNING', endDate: '2030-01-01' }, names)).toBe(false);
	expect(isFinished({ endDate: '2030-01-01' }, names)).toBe(true);
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
		{ runId: '3', startTime: '2026-10-01T12:00:00Z' },
		{ runId: '4' },
	];
	fc.assert(
		fc.property(fc.shuffledSubarray(runs, { minLength: 4 }), (shuffled) => {
			const before = [...shuffled];
			expect(inOrderOfStart(shuffled)).toEqual(runs);
			expect(shuffled).toEqual(before);
		}),
	);
	expect(startedAtOf({})).toBeUndefined();
	expect(orderOf({ startedAt: 12 })).toBe(12);
	expect(orderOf({ startedAt: 'soon' })).toBe(Infinity);
});
