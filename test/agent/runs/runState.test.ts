/** Whether a run has ended, and well: by its status alone. */
import type { IDataObject } from 'n8n-workflow';
import {
	classifyStatus,
	explainUnknownState,
	getStatus,
	hasSucceeded,
	isFinished,
	readRunState,
	readRunStateOptions,
	runStateOptions,
	type RunState,
} from '../../../src/agent/runs/runState';
import { getStartTime, newestRunFirst } from '../../../src/agent/runs/runStart';
import { FieldNames } from '../../../src/api/fieldNames';
import { readFieldNames } from '../../../src/api/readFieldNames';

const past = '2026-10-01T10:00:00Z';

describe('the state of a run', () => {
	test.each<[RunState, boolean | null, IDataObject]>([
		['succeeded', true, { status: 'COMPLETED' }],
		['failed', false, { state: 'Aborted' }],
		['ended', null, { phase: 'done' }],
		['active', null, { runStatus: 'RUNNING', endedAt: past }],
		['unknown', null, { status: 'SETTLED', endedAt: past }],
		['unknown', null, { finished: true, isRunning: false, endTime: past }],
		['unknown', null, { status: { name: 'COMPLETED' } }],
		['unknown', null, { run_status: 'COMPLETED' }],
		['unknown', null, { status: true }],
		['unknown', null, {}],
	])('is %s, and success is %j, by its status alone: %j', (state, succeeded, run) => {
		expect(readRunState(run)).toBe(state);
		expect(hasSucceeded(run)).toBe(succeeded);
		expect(isFinished(run)).toBe(!['active', 'unknown'].includes(state));
	});

	test('is that of the first name with a text', () => {
		expect(getStatus({ phase: 'odd', state: 'strange', status: 'SETTLED' })).toBe('SETTLED');
		expect(readRunState({ status: 'SETTLED', phase: 'DONE' })).toBe('unknown');
		expect(getStatus({ status: ' ', state: ' Running ' })).toBe('Running');
		expect(getStatus({ status: 7 })).toBe('7');
		for (const status of [null, '', ' ', {}, [], true]) {
			expect(getStatus({ status: status as IDataObject[string] })).toBeUndefined();
		}
	});

	test('is read from the field that Status Field names', () => {
		const run = { status: 'COMPLETED', progress: { state: 'HALF' }, 'a.b': 'WHOLE' };
		expect(getStatus(run, { statusField: 'progress.state' })).toBe('HALF');
		expect(getStatus(run, { statusField: 'a.b' })).toBe('WHOLE');
		expect(getStatus(run, { statusField: 'toString' })).toBeUndefined();
		expect(readRunState(run, { statusField: 'progress.state' })).toBe('unknown');
	});

	test.each<[string, IDataObject, Record<string, string>]>([
		['Status Field', { statusField: 'job.over', finishedStatuses: 'true' }, {}],
		['Field Names', { finishedStatuses: true }, { 'run.status': 'job.over' }],
	])('can be true or false in a field that %s names', (_what, options, entries) => {
		const read = readRunStateOptions(options, new FieldNames(entries));
		expect(readRunState({ job: { over: false } }, read)).toBe('active');
		expect(readRunState({ job: { over: true } }, read)).toBe('ended');
	});
});

describe('the statuses that a user lists', () => {
	const stateOf = (status: string, entries: Record<string, string[]>, options: IDataObject = {}) =>
		classifyStatus(status, readRunStateOptions(options, new FieldNames(entries)));
	const traffic = { 'run.finishedStatuses': ['Green', 'RED', 'grey'] };

	test.each<[string, RunState, string, Record<string, string[]>]>([
		['end a run', 'ended', 'green', traffic],
		[
			'end a run, also with a comma',
			'ended',
			'Over, at last',
			{ 'run.finishedStatuses': ['over, at last'] },
		],
		['make any other status active', 'active', 'AMBER', traffic],
		['leave the table as it is', 'failed', 'FAILED', traffic],
		['add an outcome', 'succeeded', 'DONE', { 'run.succeededStatuses': ['done'] }],
		['end a run that seemed active', 'ended', 'READY', { 'run.finishedStatuses': ['ready'] }],
		['keep an outcome of the table', 'failed', 'KILLED', { 'run.finishedStatuses': ['killed'] }],
		['name a success', 'succeeded', 'GREEN', { ...traffic, 'run.succeededStatuses': ['GREEN'] }],
		[
			'make other ends failures',
			'failed',
			'RED',
			{ ...traffic, 'run.succeededStatuses': ['GREEN'] },
		],
		[
			'leave a success of the table as it is',
			'succeeded',
			'COMPLETED',
			{ 'run.finishedStatuses': ['completed', 'done'], 'run.succeededStatuses': ['done'] },
		],
		['of success leave others unknown', 'unknown', 'AMBER', { 'run.succeededStatuses': ['GREEN'] }],
	])('%s: %s for %s', (_what, state, status, entries) => {
		expect(stateOf(status, entries)).toBe(state);
	});

	test('are those of the option, if it is set', () => {
		expect(stateOf('over', traffic, { finishedStatuses: ' Ready, over ' })).toBe('ended');
		expect(stateOf('GREEN', traffic, { finishedStatuses: 'over' })).toBe('active');
	});

	test('can be text or lists, and empty ones change nothing', () => {
		const read = readRunStateOptions({ statusField: ' phase ', finishedStatuses: ['a', 'b, c'] });
		expect(read).toEqual({ statusField: 'phase', finishedStatuses: ['a', 'b,c'] });
		const defaults = Object.fromEntries(runStateOptions.map((each) => [each.name, each.default]));
		expect(readRunStateOptions(defaults)).toEqual({});
		expect(readRunStateOptions({ statusField: ' ', finishedStatuses: ' , ' })).toEqual({});
	});

	test('are examples on the form that the table does not have', () => {
		const { description = '', placeholder = '' } = runStateOptions[0] ?? {};
		const known = /such as (\w+) or (\w+)/.exec(description)?.slice(1) ?? [];
		expect(known).toHaveLength(2);
		for (const status of known) expect(isFinished({ status })).toBe(true);
		const statuses = placeholder.replace('e.g. ', '').split(', ');
		for (const status of statuses) expect(readRunState({ status })).toBe('unknown');
	});
});

describe('an unknown state', () => {
	test('is explained by the JSON to paste, which ends the question', () => {
		const { message, description = '' } = explainUnknownState({ status: 'SETTLED' }) ?? {};
		expect(message).toBe('Can\'t tell whether a run with status "SETTLED" has ended');
		for (const { displayName } of runStateOptions)
			expect(description).toContain(`'${displayName}'`);
		const [, json = ''] = /credential: (\{.+?\})\./.exec(description) ?? [];
		const options = readRunStateOptions({}, readFieldNames(json));
		expect(readRunState({ status: 'SETTLED' }, options)).toBe('ended');
		expect(readRunState({ status: 'COMPLETED' }, options)).toBe('succeeded');
		expect(explainUnknownState({ status: 'RUNNING' })).toBeUndefined();
	});
});

describe('the start of a run', () => {
	test('orders runs with the newest first, those without a start before all', () => {
		const runs = [
			{ runId: '4' },
			{ runId: '3', startTime: '2026-10-01T12:00:00Z' },
			{ runId: '2', startedAt: '2026-10-01T13:00:00+02:00' },
			{ runId: '1', startedAt: '2026-10-01T10:00:00Z' },
			{ runId: '0', startedAt: 1_715_000_000 },
		];
		expect(newestRunFirst(new FieldNames(), [...runs].reverse())).toEqual(runs);
		const same = [{ runId: '0' }, { runId: '2', startedAt: past }, { runId: '1', startedAt: past }];
		expect(newestRunFirst(new FieldNames(), same)).toEqual(same);
		for (const startedAt of ['soon', '1970-01-01', 0, '9999-12-31']) {
			const waiting = { runId: '5', startedAt };
			expect(newestRunFirst(new FieldNames(), [...runs, waiting])[1]).toBe(waiting);
		}
	});

	test('is read from the likeliest field with a value', () => {
		expect(getStartTime({})).toBeUndefined();
		expect(getStartTime({ createdAt: past, startedAt: ' 2026-10-01 ' })).toBe('2026-10-01');
		expect(getStartTime({ startedAt: 7 })).toBe('7');
		expect(getStartTime({ startedAt: ' ', createdAt: past })).toBe(past);
	});
});
