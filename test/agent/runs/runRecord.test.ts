/** Where a response has the record of a run and its identifier. */
import type { IDataObject } from 'n8n-workflow';
import { findRun, findRunId } from '../../../src/agent/runs/runRecord';

describe('the run of a response is found by', () => {
	test.each([
		['a name of its own', { runId: 'r-1', id: 'other' }],
		['another one', { assignment_run_id: 'r-1' }],
		['a number', { runId: 1 }, '1'],
		['a name that says which run', { assignmentId: 'a', currentRunId: 'r-1' }],
		['the active one', { activeRunId: 'r-1' }],
		['a name with hyphens', { 'new-run-id': 'r-1' }],
		['a name in capitals', { StartedRunId: 'r-1' }],
		['its record', { id: 'a', run: { id: 'r-1', status: 'RUNNING' } }],
		['the record of the current run', { id: 'a', currentRun: { id: 'r-1' } }],
		['the record of the active run', { id: 'a', activeRun: { id: 'r-1' } }],
		['the record of the new run', { id: 'a', newRun: { id: 'r-1' } }],
		['the record of the started run', { id: 'a', startedRun: { id: 'r-1' } }],
		['the record of the run of an assignment', { id: 'a', assignmentRun: { id: 'r-1' } }],
		['the identifier in place of the record', { id: 'a', run: 'r-1' }],
		['the first that says something', { runId: ' ', assignmentRunId: 'r-1' }],
		['its record, if the identifier is empty', { runId: '', run: { id: 'r-1' } }],
		['the first record with an identifier', { run: { id: null }, activeRun: { id: 'r-1' } }],
		['the one that is the least deep', { parent: { run: { id: 'r-0' } }, runId: 'r-1' }],
		['a nested one', { ok: true, result: { started: { runId: 'r-1' } } }],
		['its bare identifier', { id: 'r-1', status: 'RUNNING', assignment: { id: 'a' } }],
		['the bare identifier of the data', { data: { id: 'r-1', status: 'RUNNING' } }],
		['the whole response', { value: 'r-1' }],
		['a number as the whole response', { value: 7 }, '7'],
	] as Array<[string, IDataObject, string?]>)('%s', (_by, body, runId = 'r-1') => {
		expect(findRunId(body)).toBe(runId);
	});

	test.each([
		['an empty record', {}],
		['a record with a status alone', { status: 'RUNNING' }],
		['empty identifiers', { runId: null, id: '' }],
		['a blank identifier', { id: ' ' }],
		['a switch with the name of a run', { run: true }],
		['a value with a unit', { value: 'r-1', unit: 'pieces' }],
		['a record as the value', { value: { status: 'RUNNING' } }],
		['a record of another thing', { assignment: { id: 'a' }, status: 'RUNNING' }],
		// What lies deeper is of something else.
		['what lies deeper', { ok: true, history: { last: { first: { runId: 'r-0' } } } }],
	] as Array<[string, IDataObject]>)('is not found in %s', (_title, body) => {
		expect(findRunId(body)).toBeUndefined();
	});
});

describe('the record of a run', () => {
	const run = { runId: 'r-1', status: 'RUNNING' };
	const unnamed = { id: 'r-1', status: 'RUNNING' };

	test.each([
		['its wrapper', { run }],
		['its wrapper, without a named identifier', { run: unnamed }],
		['the data of a response', { success: true, data: run }],
		['a record in the data', { success: true, data: { record: unnamed } }],
		// The identifier is that of the assignment.
		['an assignment', { id: 'a', name: 'Report', run: unnamed }],
		['an assignment, as its current run', { id: 'a', name: 'Report', currentRun: unnamed }],
		['wrappers of any name', { answer: { result: { entry: unnamed } } }],
	] as Array<[string, IDataObject]>)('is inside %s', (_title, body) => {
		expect(findRun(body)).toEqual(expect.objectContaining({ status: 'RUNNING' }));
	});

	test.each([
		['a record with its own identifier', run],
		['a record that has an earlier run', { ...run, run: { id: 'r-0', status: 'DONE' } }],
		['a record with another record as data', { ...unnamed, data: { id: 4, status: 'DONE' } }],
		['a record with a day as its start', { ...unnamed, startedRun: 'yesterday' }],
		// Neither of these is a run, as they are no records with an identifier.
		['a record without any identifier', { status: 'RUNNING', data: { status: 'DONE' } }],
		['a record with a text as data', { status: 'RUNNING', data: 'orders' }],
		['a record with another record as input', { input: { id: 4, status: 'DONE' }, priority: 1 }],
		['a record with an identifier in its status', { status: { state: 'RUNNING', id: 4 } }],
		['a record with an identifier in its end', { completed_at: { id: 4 } }],
		['a record with a phase alone', { phase: 'RUNNING' }],
		// Too deep to be the run that was asked for.
		[
			'the response if a run lies too deep',
			{ ok: 1, data: { ok: 1, data: { ok: 1, data: { ok: 1, data: run } } } },
		],
		['an empty response', {}],
	] as Array<[string, IDataObject]>)('is %s', (_title, body) => {
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
