/** Where a response has the record of a run and its identifier. */
import type { IDataObject } from 'n8n-workflow';
import { findFields, findRun, findRunId } from '../../../src/agent/runs/runRecord';

describe('the run of a response is found by', () => {
	test.each([
		['a name of its own', { runId: 'r-1', id: 'other' }],
		['another one', { assignment_run_id: 'r-1' }],
		['a number', { runId: 1 }, '1'],
		['a name that says which run', { assignmentId: 'a', currentRunId: 'r-1' }],
		['', { activeRunId: 'r-1' }],
		['', { 'new-run-id': 'r-1' }],
		['', { StartedRunId: 'r-1' }],
		['its record', { id: 'a', run: { id: 'r-1', status: 'RUNNING' } }],
		['', { id: 'a', currentRun: { id: 'r-1' } }],
		['', { id: 'a', activeRun: { id: 'r-1' } }],
		['', { id: 'a', newRun: { id: 'r-1' } }],
		['', { id: 'a', startedRun: { id: 'r-1' } }],
		['', { id: 'a', assignmentRun: { id: 'r-1' } }],
		['the identifier in place of the record', { id: 'a', run: 'r-1' }],
		['the first that says something', { runId: ' ', assignmentRunId: 'r-1' }],
		['', { runId: '', run: { id: 'r-1' } }],
		['', { run: { id: null }, activeRun: { id: 'r-1' } }],
		['the one that is the least deep', { parent: { run: { id: 'r-0' } }, runId: 'r-1' }],
		['', { ok: true, result: { started: { runId: 'r-1' } } }],
		['its bare identifier', { id: 'r-1', status: 'RUNNING', assignment: { id: 'a' } }],
		['', { data: { id: 'r-1', status: 'RUNNING' } }],
		['the whole response', { value: 'r-1' }],
		['', { value: 7 }, '7'],
	] as Array<[string, IDataObject, string?]>)('%s: %j', (_by, body, runId = 'r-1') => {
		expect(findRunId(body)).toBe(runId);
	});

	test.each([
		{},
		{ status: 'RUNNING' },
		{ runId: null, id: '' },
		{ id: ' ' },
		{ run: true },
		{ value: 'r-1', unit: 'pieces' },
		{ value: { status: 'RUNNING' } },
		{ assignment: { id: 'a' }, status: 'RUNNING' },
		// What lies deeper is of something else.
		{ ok: true, history: { last: { first: { runId: 'r-0' } } } },
	] as IDataObject[])('no field of %j', (body) => {
		expect(findRunId(body)).toBeUndefined();
	});
});

describe('the record of a run', () => {
	const run = { runId: 'r-1', status: 'RUNNING' };
	const unnamed = { id: 'r-1', status: 'RUNNING' };

	test.each([
		{ run },
		{ run: unnamed },
		{ success: true, data: run },
		{ success: true, data: { record: unnamed } },
		// The identifier is that of the assignment.
		{ id: 'a', name: 'Report', run: unnamed },
		{ id: 'a', name: 'Report', currentRun: unnamed },
		{ answer: { result: { entry: unnamed } } },
	] as IDataObject[])('is inside %j', (body) => {
		expect(findRun(body)).toEqual(expect.objectContaining({ status: 'RUNNING' }));
	});

	test.each([
		run,
		{ ...run, run: { id: 'r-0', status: 'DONE' } },
		{ ...unnamed, data: { id: 4, status: 'DONE' } },
		{ ...unnamed, startedRun: 'yesterday' },
		// Neither of these is a run, as they are no records with an identifier.
		{ status: 'RUNNING', data: { status: 'DONE' } },
		{ status: 'RUNNING', data: 'orders' },
		{ input: { id: 4, status: 'DONE' }, priority: 1 },
		{ status: { state: 'RUNNING', id: 4 } },
		{ completed_at: { id: 4 } },
		{ phase: 'RUNNING' },
		// Too deep to be the run that was asked for.
		{ ok: 1, data: { ok: 1, data: { ok: 1, data: { ok: 1, data: run } } } },
		{},
	] as IDataObject[])('is %j itself', (body) => {
		expect(findRun(body)).toBe(body);
	});

	test('is never a record in the results of the run', () => {
		const made = { pages: { first: { header: unnamed } } };
		expect(findRun({ output: made })).toEqual({ header: unnamed });
		expect(() =>
			findRun(JSON.parse('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)) as IDataObject),
		).not.toThrow();
	});
});

test('returns fields in the order of the names, in any spelling', () => {
	const record = { phase: 1, RUN_STATUS: 2, other: 3, state: 4, Status: 5, 'status ': 6 };
	const names = findFields(record, ['status', 'state', 'phase', 'runStatus']);
	expect(names.map(({ name }) => name)).toEqual(['Status', 'state', 'phase', 'RUN_STATUS']);
});
