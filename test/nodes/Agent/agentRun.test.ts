/** Running an assignment and waiting for it. */
import '../../engine/skippedWaits';
import { type IDataObject, type INodeParameters, type StructuredChunk } from 'n8n-workflow';
import { picked } from '../../cases/operationCase';
import { type Fault, runStatuses } from '../../sandbox/index';
import { until } from '../../until';
import { errorItem, hintTexts, keepGoing, nodeUnderTest } from '../nodeUnderTest';

const node = nodeUnderTest('Agent', {
	resource: 'assignment',
	operation: 'run',
	waitForCompletion: true,
});

/** Minutes that no test waits for. */
const never = 1e9;

const assignmentId = () => String(node.sandbox.samples.assignmentId);
const assignment = () => node.sandbox.state.assignments.get(assignmentId());
const run = async (options: INodeParameters = {}, more = {}) =>
	await node.run(
		{
			assignmentId: picked(assignmentId()),
			options: { pollInterval: 20_000, runTimeout: never, ...options },
		},
		{ ...keepGoing, ...more },
	);
/** The error of a run that fails. */
const failing = async (options: INodeParameters = {}) => errorItem(await run(options));
const lastRun = () => assignment()?.runs.at(-1);
/** Run Timeout is in minutes. */
const minutes = (milliseconds: number) => milliseconds / 60_000;
/** Puts what the service answers about runs in other words. */
const rewordRuns = (reword: (run: IDataObject) => IDataObject) => {
	for (const operation of ['assignment.run', 'run.get'] as const) {
		node.fault(operation, { replaceBody: (body) => reword(body as IDataObject) });
	}
};

test('returns the ended run', async () => {
	node.sandbox.runDurationMs = 100_000;
	const { items } = await run();
	expect(items[0]?.json).toMatchObject({
		assignmentId: assignmentId(),
		runId: lastRun()?.runId,
		status: runStatuses.completed,
		progress: 100,
		alreadyRunning: false,
	});
	expect(items[0]?.json.endedAt).toEqual(expect.any(String));
	expect(items[0]?.json).not.toHaveProperty('logs');
	const polls = Number(node.sandbox.counts['run.get']);
	expect(polls).toBeGreaterThanOrEqual(2);
	expect(polls).toBeLessThanOrEqual(6);
});

describe('an ended run', () => {
	const runTo = async (status: string, options: INodeParameters = {}, more = {}) => {
		node.sandbox.runDurationMs = Infinity;
		const running = run(options, more);
		await until(() => assignment()?.runs.some(({ endedAt }) => endedAt === undefined) === true);
		node.sandbox.runs.finish(String(lastRun()?.runId), status);
		return await running;
	};
	const words = { 'run.finishedStatuses': ['RED', 'GREEN'], 'run.succeededStatuses': ['GREEN'] };

	test.each([
		['COMPLETED', true, {}],
		['TimedOut', false, {}],
		['DONE', null, {}],
		['RED', false, words],
	])('with status %s is returned, and succeeded is %j', async (status, succeeded, names) => {
		const { items } = await runTo(status, {}, node.named(names));
		expect(items[0]?.json).toMatchObject({ status, succeeded, alreadyRunning: false });
	});

	test('fails the item if chosen and not successful', async () => {
		const options = { ifRunFails: 'fail', includeLogs: true };
		const runId = () => String(lastRun()?.runId);
		const failed = errorItem(await runTo('ABORTED', options));
		expect(failed).toMatchObject({
			message: `Run ${runId()} ended with status "ABORTED" [item 0]`,
			description: expect.stringContaining('Run > Get Logs.'),
			errorCode: 'run-failed',
			run: { runId: runId() },
			logs: expect.any(Array),
		});
		const unclear = errorItem(await runTo('DONE', options, node.named(words)));
		expect(unclear.errorCode).toBe('unknown-status');
		expect(unclear.description).toContain('{"run.succeededStatuses":["green","DONE"]}');
		expect((await runTo('COMPLETED', options)).items[0]?.json).toMatchObject({ succeeded: true });
	});

	test('keeps fields of its own, also an error', async () => {
		node.sandbox.runDurationMs = 20_000;
		node.sandbox.faults.change('run.get', { error: '' });
		const { items, error } = await run();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ error: '', succeeded: true });
	});
});

test('does not wait for a run that has ended at its start', async () => {
	node.sandbox.runDurationMs = 0;
	rewordRuns((record) => ({ ...record, status: 'DONE' }));
	await run({ runTimeout: minutes(1) });
	expect(node.sandbox.counts['run.get']).toBe(1);
});

test('adds the whole log if the option is on', async () => {
	node.sandbox.runDurationMs = 30_000;
	const { items } = await run({ includeLogs: true });
	const logs = lastRun()?.logs ?? [];
	expect(logs.length).toBeGreaterThan(0);
	expect((items[0]?.json.logs as IDataObject[]).map(({ logId }) => logId)).toEqual(
		logs.map(({ logId }) => logId),
	);
});

test.each<[string, number, Fault, INodeParameters, object]>([
	[
		"its log can't be read",
		20_000,
		{ operation: 'run.getLogs', status: 403 },
		{ includeLogs: true },
		{ httpStatus: 403, run: { status: runStatuses.completed } },
	],
	[
		"its state can't be read",
		Infinity,
		{ operation: 'run.get', skip: 1, status: 403 },
		{},
		{ httpStatus: 403, run: { status: runStatuses.active } },
	],
	[
		'no poll succeeds in time',
		Infinity,
		{ operation: 'run.get', skip: 1, status: 500 },
		{ runTimeout: minutes(100_000) },
		{ httpStatus: 500, run: { status: runStatuses.active } },
	],
])('returns the run with the error if %s', async (_what, duration, fault, options, error) => {
	node.sandbox.runDurationMs = duration;
	node.sandbox.faults.add(fault);
	expect(await failing(options)).toMatchObject(error);
});

test('reports a run that takes too long without stopping it', async () => {
	node.sandbox.runDurationMs = Infinity;
	const error = await failing({ runTimeout: minutes(50_000) });
	expect(error).toMatchObject({
		errorCode: 'timeout',
		message: `Run ${lastRun()?.runId} has not ended within 0.8333 minutes [item 0]`,
		description:
			"The run was not stopped. Raise 'Run Timeout', or read the run later with Run > Get. If the run had ended before, set 'Finished Statuses' or 'Status Field'.",
		run: { runId: lastRun()?.runId, status: runStatuses.active },
	});
	expect(lastRun()?.endedAt).toBeUndefined();
});

test('stops waiting if the execution is canceled', async () => {
	node.sandbox.runDurationMs = Infinity;
	let cancel = () => {};
	const running = run({}, { onStart: (stop: () => void) => (cancel = stop) });
	await until(() => Number(node.sandbox.counts['run.get']) > 0);
	cancel();
	await running.catch(() => {});
	const { total } = node.sandbox.log;
	await until(() => node.sandbox.requests.every(({ status }) => status !== undefined));
	expect(node.sandbox.log.total).toBe(total);
});

test.each<Fault>([
	{ status: 500 },
	{ reset: 'beforeResponse' },
	{ bodyMode: 'html' },
	{ status: 404, bodyMode: 'html' },
	{ status: 302, bodyMode: 'html' },
	{ bodyMode: 'truncated' },
])('polls that fail for a while with %j do not end the wait', async (fault) => {
	const attempts = 4;
	node.sandbox.runDurationMs = 100_000;
	node.fault('run.get', { ...fault, skip: 1, times: 3 * attempts });
	const { items } = await run();
	expect(items[0]?.json).toMatchObject({ status: runStatuses.completed, succeeded: true });
});

test.each([429, 503])('a wait ends when tokens are issued again after %i', async (status) => {
	node.sandbox.runDurationMs = 3_000_000;
	const lose = async () => {
		node.sandbox.expireTokens();
		node.fault('token', { status, times: 70 });
	};
	node.fault('run.get', { times: 1, until: lose });
	const { items } = await run({ runTimeout: 120 });
	expect(items[0]?.json).toMatchObject({ status: runStatuses.completed, succeeded: true });
});

test("names why somebody else's run can't be read in time", async () => {
	node.sandbox.runs.start(assignmentId(), { durationMs: Infinity });
	node.fault('run.get', { skip: 1, status: 500 });
	const options = { runTimeout: minutes(100_000), ifAlreadyRunning: 'waitThenStart' };
	expect(await failing(options)).toMatchObject({
		httpStatus: 500,
		run: { status: runStatuses.active },
	});
});

describe('other names and statuses', () => {
	test.each([
		[
			'a status that nobody knows',
			{ phase: 'Endstation' },
			'{"run.finishedStatuses":["Endstation"]}',
		],
		['a status under a name that nobody knows', { progress: 'RUNNING' }, 'Available fields'],
	])('end the wait at once for %s, with a message that helps', async (_what, record, text) => {
		rewordRuns(({ runId }) => ({ runId, ...record }) as IDataObject);
		const error = await failing();
		expect(error).toMatchObject({ errorCode: 'unknown-status', run: record });
		expect(`${error.message} ${error.description}`).toContain(text);
		expect(error.description).toContain("'Status Field'");
		expect(node.sandbox.counts['run.get']).toBe(1);
	});

	test.each<[string, IDataObject, INodeParameters, object?]>([
		['the status is null', { status: null }, {}],
		['Status Field has no value yet', {}, { statusField: 'phase.name' }],
		['the field in Field Names has no value yet', {}, {}, { 'run.status': 'phase.name' }],
	])('are waited for until Run Timeout if %s', async (_what, record, options, names = {}) => {
		rewordRuns(({ runId }) => ({ runId, ...record }));
		const waited = await run({ runTimeout: minutes(50_000), ...options }, node.named(names));
		const error = errorItem(waited);
		expect(error.errorCode).toBe('timeout');
		expect(error.description).toMatch(
			/ later with Run > Get\. (?!If the run had ).*'Status Field'/,
		);
	});

	/** Replaces what the service returns for the start of a run. */
	const answerStart = (replaceBody: (body: unknown) => object) =>
		node.fault('assignment.run', { replaceBody });

	test.each<[string, () => object]>([
		['only the assignment', () => ({ id: assignmentId() })],
		['only the assignment in upper case', () => ({ id: assignmentId().toUpperCase() })],
		['no ID', () => ({ accepted: true })],
	])('of a start with %s lead to the newest active run', async (_name, response) => {
		node.sandbox.runDurationMs = 100_000;
		answerStart(response);
		// With 'Finished Statuses', any other unknown status is that of an active run.
		const older = { runId: 'old', status: 'CHURNING', startedAt: '2024-05-06T07:08:09Z' };
		const newest = () => ({ runId: lastRun()?.runId, status: 'CHURNING' });
		node.fault('run.getAll', { replaceBody: () => [newest(), older] });
		const { items } = await run({ finishedStatuses: runStatuses.completed });
		expect(items[0]?.json).toMatchObject({
			runId: lastRun()?.runId,
			status: runStatuses.completed,
		});
	});

	const noId = {
		message: 'The service started a run but did not return its ID [item 0]',
		description: expect.stringContaining('"run.runId"') as string,
		run: { accepted: true },
	};
	test.each<[string, IDataObject, object]>([
		['an older run', { runId: 'old', stage: 'DONE', startedAt: '2024-05-06T07:08:09Z' }, noId],
		['a run that has ended', { runId: 'new', stage: runStatuses.completed }, noId],
		[
			'a run with an unknown status',
			{ runId: 'new', stage: 'CHURNING' },
			{
				errorCode: 'unknown-status',
				message: 'Can\'t tell whether a run with status "CHURNING" has ended [item 0]',
			},
		],
	])('never lead to %s in the list', async (_what, listed, error) => {
		answerStart(() => ({ accepted: true }));
		node.fault('run.getAll', { replaceBody: () => [listed] });
		expect(await failing({ statusField: 'stage' })).toMatchObject(error);
	});

	test('may be missing right after the start, but not later', async () => {
		node.sandbox.runDurationMs = 30_000;
		node.fault('run.get', { errorCode: 'run-not-found', times: 1 });
		expect((await run()).items[0]?.json.status).toBe(runStatuses.completed);
		node.fault('run.get', { status: 403, times: 1 });
		expect((await failing()).httpStatus).toBe(403);
		node.sandbox.runs.finish(String(lastRun()?.runId));
		node.fault('run.get', { errorCode: 'run-not-found' });
		expect((await failing()).errorCode).toBe('run-not-found');
	});
});

describe('the live log', () => {
	const runLive = async (options: INodeParameters, more = {}) => {
		const chunks: StructuredChunk[] = [];
		const onChunk = (chunk: StructuredChunk) => {
			chunks.push(chunk);
		};
		const result = await run(options, { onChunk, ...more });
		const text = chunks.map(({ content }) => content ?? '').join('');
		return { ...result, text, types: chunks.map(({ type }) => type) };
	};
	const logs = () => Number(node.sandbox.counts['run.getLogs'] ?? 0);
	const logOf = () => (lastRun()?.logs ?? []).map(({ message }) => `${message}\n`).join('');

	test('is sent to the chat, each line once and in order', async () => {
		node.sandbox.runDurationMs = 120_000;
		const { items, text, types } = await runLive({ streamLog: true });
		expect(items[0]?.json.status).toBe(runStatuses.completed);
		expect(text).toBe(logOf());
		expect([types.at(0), types.at(-1)]).toEqual(['begin', 'end']);
		expect(Number(node.sandbox.counts['run.getLogs'])).toBeGreaterThanOrEqual(3);
	});

	test('is read once in each poll, also while it grows faster', async () => {
		node.sandbox.runDurationMs = 60_000;
		const write = () => {
			const isActive = lastRun()?.endedAt === undefined;
			if (isActive) node.sandbox.runs.change(String(lastRun()?.runId), { log: 'next' });
			return false;
		};
		node.fault('run.getLogs', { match: () => logs() < 50 && write() });
		const { text } = await runLive({ streamLog: true });
		expect(text).toBe(logOf());
		const read = node.operations().slice(0, 5);
		expect(read).toEqual(['assignment.run', 'run.get', 'run.getLogs', 'run.get', 'run.getLogs']);
	});

	test.each([
		['keeps an empty line empty', '', /^\n+$/],
		['has a line of no text as JSON', undefined, /^(?:\{"logId":.*\}\n)+$/],
	])('%s', async (_title, message, expected) => {
		node.sandbox.runDurationMs = 30_000;
		const replaceBody = (body: unknown) => ({
			logs: (body as { logs: object[] }).logs.map((line) => ({ ...line, message })),
		});
		node.fault('run.getLogs', { replaceBody });
		expect((await runLive({ streamLog: true })).text).toMatch(expected);
	});

	test('is not read if the option is off or no chat is connected', async () => {
		node.sandbox.runDurationMs = 30_000;
		expect((await runLive({})).types).toEqual([]);
		await run({ streamLog: true });
		expect(node.sandbox.counts['run.getLogs']).toBeUndefined();
	});

	test("continues after a time when it can't be read", async () => {
		node.sandbox.runDurationMs = 90_000;
		node.fault('run.getLogs', { status: 403, times: 2 });
		const { items, text } = await runLive({ streamLog: true });
		expect(items[0]?.json.status).toBe(runStatuses.completed);
		expect(text).toBe(logOf());
	});

	test('ends with a hint if lines have no ID, unlike the log of the item', async () => {
		node.sandbox.runDurationMs = 90_000;
		const replaceBody = () => [{ line: 'equal' }, { line: 'equal' }].slice(0, logs());
		node.fault('run.getLogs', { replaceBody });
		const live = await runLive({ streamLog: true, includeLogs: true });
		expect(hintTexts(live)).toEqual([expect.stringContaining('The log may have more lines')]);
		expect(live.text).toBe('equal\n');
		expect(live.items[0]?.json.logs).toHaveLength(2);
	});

	test('ends when the wait ends', async () => {
		node.sandbox.runDurationMs = Infinity;
		const { types } = await runLive({ streamLog: true, runTimeout: minutes(50_000) });
		expect(types.at(-1)).toBe('error');
	});
});

describe('an assignment that is running already', () => {
	test('is an error by default', async () => {
		node.sandbox.runs.start(assignmentId(), { durationMs: Infinity });
		expect(await failing()).toMatchObject({
			errorCode: 'run-already-active',
			description: expect.stringContaining("'If Already Running'"),
		});
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test('is named as such if its ID is not known', async () => {
		node.sandbox.runs.start(assignmentId(), { durationMs: Infinity });
		node.sandbox.faults.change('run.getAll', { runId: undefined });
		const error = await failing({ ifAlreadyRunning: 'wait' });
		expect(error.message).toBe('The active run has no known ID [item 0]');
	});

	test('is waited for if chosen, without another run', async () => {
		const before = assignment()?.runs.length;
		const { runId } = node.sandbox.runs.start(assignmentId(), { durationMs: Infinity });
		const running = run({ ifAlreadyRunning: 'wait', includeLogs: true });
		await until(() => Number(node.sandbox.counts['run.get']) > 0);
		node.sandbox.runs.finish(runId);
		const joined = await running;
		expect(joined.items[0]?.json).toMatchObject({
			runId,
			status: runStatuses.completed,
			alreadyRunning: true,
			logs: expect.any(Array),
		});
		expect(hintTexts(joined)).toEqual(['A run was already active, so no run was started.']);
		expect(assignment()?.runs).toHaveLength(Number(before) + 1);
	});

	test('is started at the next poll if no run is active by then', async () => {
		node.sandbox.runDurationMs = 20_000;
		node.fault('assignment.run', { errorCode: 'run-already-active', times: 1 });
		const { items } = await run({ ifAlreadyRunning: 'wait' });
		expect(items[0]?.json).toMatchObject({ status: runStatuses.completed, alreadyRunning: false });
		expect(node.sandbox.counts['assignment.run']).toBe(2);
	});

	test.each(['wait', 'waitThenStart'])(
		'is started at each poll until Run Timeout if no list has it: %s',
		async (ifAlreadyRunning) => {
			node.fault('assignment.run', { errorCode: 'run-already-active' });
			expect(await failing({ ifAlreadyRunning, runTimeout: minutes(70_000) })).toMatchObject({
				errorCode: 'timeout',
				description: expect.stringContaining('No run was started.'),
			});
			expect(Number(node.sandbox.counts['assignment.run'])).toBeLessThanOrEqual(6);
		},
	);
});

test.each<[string, INodeParameters]>([
	['Poll Interval "199" is not a whole number of at least 200', { pollInterval: 199 }],
	['Poll Interval "soon" is not a whole number of at least 200', { pollInterval: 'soon' }],
	['Run Timeout "0" is not a number of minutes above 0', { runTimeout: 0 }],
	['Run Timeout "1,5" is not a number of minutes above 0', { runTimeout: '1,5' }],
	['Run Timeout "1e3" is not a number of minutes above 0', { runTimeout: '1e3' }],
])('is refused before the run starts: %s', async (message, options) => {
	expect((await failing(options)).message).toBe(`${message} [item 0]`);
	expect(node.sandbox.requests).toHaveLength(0);
});

describe('At Timeout, Abort', () => {
	const abort = { runTimeout: minutes(30_000), atTimeout: 'abort' };
	const aborts = () =>
		node.sandbox.requests.filter(({ operation }) => operation?.endsWith('.abort') === true);

	beforeEach(() => {
		node.sandbox.runDurationMs = Infinity;
	});

	test('aborts the run of the item', async () => {
		const error = await failing(abort);
		expect(error).toMatchObject({ errorCode: 'timeout', run: { runId: lastRun()?.runId } });
		expect(error.message).toContain(lastRun()?.runId);
		expect(error.description).toContain('The run was aborted.');
		expect(lastRun()?.endedAt).toBeDefined();
		expect(aborts()).toHaveLength(1);
	});

	test('returns a run that ended before it could be aborted', async () => {
		node.fault('run.abort', { errorCode: 'run-not-active' });
		const { items } = await run(abort);
		expect(items[0]?.json).toMatchObject({ runId: lastRun()?.runId, alreadyRunning: false });
		expect(items[0]?.json.succeeded).toBeNull();
		expect(aborts()).toHaveLength(1);
	});

	test.each<Fault>([
		{ status: 403 },
		{ reset: 'beforeResponse' },
		{ status: 500, afterProcessing: true },
		{ bodyMode: 'html' },
	])('names the reason if the run may not be aborted after %j', async (fault) => {
		node.fault('run.abort', fault);
		const { errorCode, description } = await failing(abort);
		expect(errorCode).toBe('timeout');
		expect(description).toContain('The abort failed, so the run may still be active: ');
		expect(aborts()).toHaveLength(1);
	});

	test.each([
		['joined', { ifAlreadyRunning: 'wait' }],
		['waited for', { ifAlreadyRunning: 'waitThenStart' }],
	])('never aborts a run of somebody else that was %s', async (_what, options) => {
		const { runId } = node.sandbox.runs.start(assignmentId(), { durationMs: Infinity });
		expect((await failing({ ...abort, ...options })).message).toContain(runId);
		expect(aborts()).toEqual([]);
		expect(lastRun()?.endedAt).toBeUndefined();
	});

	test('never aborts a run whose ID was only found in the list', async () => {
		node.fault('assignment.run', { replaceBody: () => ({ ok: true }) });
		expect((await failing(abort)).description).toContain('The run was not stopped.');
		expect(aborts()).toEqual([]);
	});
});

describe('Wait, Then Start', () => {
	test('starts a run of its own when the active run has ended', async () => {
		node.sandbox.runDurationMs = 20_000;
		const { runId } = node.sandbox.runs.start(assignmentId(), { durationMs: Infinity });
		const running = run({ ifAlreadyRunning: 'waitThenStart' });
		await until(() => Number(node.sandbox.counts['run.get']) > 0);
		node.sandbox.runs.finish(runId);
		const { items } = await running;
		expect(items[0]?.json).toMatchObject({ status: runStatuses.completed, alreadyRunning: false });
		expect(items[0]?.json.runId).not.toBe(runId);
	});

	test('starts at once if no run is active', async () => {
		node.sandbox.runDurationMs = 20_000;
		const { items } = await run({ ifAlreadyRunning: 'waitThenStart' });
		expect(items[0]?.json).toMatchObject({ status: runStatuses.completed });
		expect(node.sandbox.counts['run.getAll']).toBeUndefined();
	});
});
