import { requestsAtOnce } from '../../../src/http/limits/concurrencyLimit';
import '../../engine/skippedWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { limits } from '../../../src/api/limits';
import { picked, recordAt } from '../../cases/operationCase';
import type { NodeRunRequest } from '../../engine/engine';
import { addLog, finishRun, type RunState } from '../../sandbox/state';
import { packageUnderTest, untilUnderWay } from '../nodeUnderTest';
import { pollManually, PollingHost } from '../../polling/pollingHost';

const type = 'integrationServiceAgentTrigger';
const everyEvent = ['runStarted', 'runChanged', 'runFinished'];

const setup = packageUnderTest();

const assignmentAt = (index: number) => recordAt(setup.sandbox.state.assignments.values(), index);

function request(parameters: INodeParameters = {}, options: IDataObject = {}): NodeRunRequest {
	return {
		type,
		parameters: {
			watch: 'assignment',
			assignmentId: picked(setup.sandbox.samples.assignmentId),
			triggerOn: everyEvent,
			options: { maxRetries: 0, ...options } as INodeParameters,
			...parameters,
		},
		credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
	};
}

const watchAll = { watch: 'all' };

/** A published workflow that has emitted nothing yet. */
async function activeHost(
	parameters?: INodeParameters,
	options?: IDataObject,
	budgetMilliseconds?: number,
): Promise<PollingHost> {
	const asked = request(parameters, options);
	return await new PollingHost(setup.engine, asked, 'memory', budgetMilliseconds).activate();
}

const manual = async (parameters?: INodeParameters, options?: IDataObject) =>
	await pollManually(setup.engine, request(parameters, options));

const start = (index = 0): RunState => setup.sandbox.runs.start(assignmentAt(index).assignmentId);

/** What happened, as `event of run`. */
const emitted = (host: PollingHost) => host.events.map(({ event, runId }) => [event, runId]);

/** Removes all runs, so there are only those of the test. */
function clearRuns(): void {
	for (const assignment of setup.sandbox.state.assignments.values()) assignment.runs = [];
}

/** Answers every list of runs with other records. */
function replaceRuns(replace: (runs: IDataObject[]) => IDataObject[]) {
	return setup.fault('run.getAll', { replaceBody: (body) => replace(body as IDataObject[]) });
}

test('lets two triggers of one workflow poll independently', async () => {
	setup.fault('run.getAll', { delayMs: 50 });
	const polled = ['first', 'second'].map(async (id) => {
		const context = setup.engine.pollContext(request({ startFrom: 'existing' }), {});
		context.node.id = id;
		return await setup.engine.nodeType(type).poll?.call(context);
	});
	const [first, second] = await Promise.all(polled);
	expect(first?.[0]?.length).toBeGreaterThan(0);
	expect(second?.[0]).toHaveLength(first?.[0]?.length ?? 0);
});

describe('the first poll', () => {
	test('emits no earlier runs after a list that is empty once', async () => {
		for (const operation of ['assignment.getAll', 'run.getAll'] as const) {
			for (const parameters of [{}, watchAll]) {
				setup.sandbox.reset();
				setup.fault(operation, { times: 1, replaceBody: () => [] });
				const host = await activeHost(parameters);
				await host.poll();
				expect(host.events).toEqual([]);
			}
		}
	});

	test.each<[string, INodeParameters, IDataObject]>([
		["'Trigger On' is empty", { triggerOn: [] }, {}],
		["'Assignment' is empty", { assignmentId: { __rl: true, mode: 'list', value: '' } }, {}],
		['Timeout "0" is not a whole number of at least 1', {}, { timeout: 0 }],
		['Max Retries "-1"', {}, { maxRetries: -1 }],
		['Concurrency "many"', {}, { concurrency: 'many' }],
	])('is refused before any request: %s', async (message, form, options) => {
		await expect(activeHost(form, options)).rejects.toThrow(message);
		expect(setup.sandbox.requests).toEqual([]);
	});
});

describe('the item', () => {
	test('has the event, the IDs, and the run as the service returns it', async () => {
		const host = await activeHost();
		const { runId } = start();
		replaceRuns((runs) => runs.map((run) => ({ ...run, extra: { nested: [1, null] } })));
		await host.poll();
		const { assignmentId } = assignmentAt(0);
		// Older runs have changed too, by the field that is new.
		expect(host.events.find(({ event }) => event === 'runStarted')).toEqual({
			event: 'runStarted',
			eventId: expect.stringMatching(/^[\w-]{22}$/) as unknown,
			assignmentId,
			runId,
			run: {
				...{ runId, assignmentId, status: 'RUNNING', endedAt: null, progress: 0 },
				startedAt: expect.any(String) as unknown,
				extra: { nested: [1, null] },
			},
		});
	});
});

describe('a finished run', () => {
	const records = (status: string) => [{ runId: '1', phase: { now: status } }];

	test('is recognized by the options of the user', async () => {
		const options = { statusField: 'phase.now', finishedStatuses: 'Over, Broken' };
		const list = replaceRuns(() => records('going'));
		const host = await activeHost({}, options);
		list.remove();
		replaceRuns(() => records('over'));
		await host.poll();
		expect(emitted(host)).toEqual([['runFinished', '1']]);
	});

	test.each([
		[{ 'run.status': 'phase.now' }, 'done'],
		[{ 'run.status': 'phase.now', 'run.finishedStatuses': ['gone'] }, 'gone'],
		[{ 'run.status': 'phase.now', 'run.succeededStatuses': ['gone'] }, 'gone'],
	])('is no event if it ended before the entries %j', async (entries, status) => {
		const list = replaceRuns(() => records(status));
		const host = await activeHost();
		await host.republish(setup.named(entries));
		expect(emitted(host)).toEqual([]);
		list.remove();
		replaceRuns(() => [...records(status), { runId: '2', phase: { now: status } }]);
		await host.poll();
		expect(emitted(host)).toEqual([
			['runStarted', '2'],
			['runFinished', '2'],
		]);
	});

	test('is not reported if its status is unknown and its end is no event', async () => {
		replaceRuns(() => records('running'));
		expect((await activeHost({ triggerOn: ['runStarted'] })).warnings).toEqual([]);
	});

	test('is reported once if its status is unknown, with the fields to set', async () => {
		for (const keeping of ['memory', 'durable'] as const) {
			const list = replaceRuns(() => records('running'));
			const onEnd = { triggerOn: ['runFinished'] };
			const host = await new PollingHost(setup.engine, request(onEnd), keeping).activate();
			for (let polls = 0; polls < 3; polls++) await host.poll();
			expect(host.failures).toEqual([]);
			expect(host.warnings).toEqual([expect.stringContaining('Status Field')]);
			await expect(manual(onEnd)).rejects.toMatchObject({
				description: expect.stringContaining('Status Field') as unknown,
			});
			await host.republish(request(onEnd, { statusField: 'phase.now' }));
			expect(host.warnings).toHaveLength(1);
			list.remove();
		}
	});
});

describe('logs', () => {
	const linesOf = (host: PollingHost) =>
		host.events.map(({ logs }) => (logs as IDataObject[]).map(({ logId }) => logId));

	test('are read whole, and only for events', async () => {
		const host = await activeHost({ triggerOn: ['runFinished'] }, { includeLogs: true });
		const run = start();
		for (let line = 0; line < limits.logs.maximum * 2; line++) addLog(run, 0, `Line ${line}`);
		await host.poll();
		setup.sandbox.runs.change(run.runId, { progress: 1 });
		await host.poll();
		expect(setup.sandbox.counts['run.getLogs'] ?? 0).toBe(0);
		setup.sandbox.runs.finish(run.runId);
		await host.poll();
		expect(linesOf(host)).toEqual([run.logs.map(({ logId }) => logId)]);
		// Three pages with lines, and an empty one.
		expect(setup.sandbox.counts['run.getLogs']).toBe(4);
	});

	test('of each event are those of the run so far', async () => {
		const host = await activeHost({}, { includeLogs: true });
		const run = start();
		await host.poll();
		setup.sandbox.runs.change(run.runId, { log: 'next' });
		setup.sandbox.runs.finish(run.runId);
		await host.poll();
		const ids = run.logs.map(({ logId }) => logId);
		expect(linesOf(host)).toEqual([ids.slice(0, linesOf(host)[0]?.length), ids]);
	});

	test('that can not be read hold up the event of their run alone', async () => {
		const host = await activeHost(watchAll, { includeLogs: true });
		const [failing, other] = [start(0), start(1)];
		const fault = setup.fault('run.getLogs', { includes: failing.runId, status: 500 });
		await host.poll();
		expect(emitted(host)).toEqual([['runStarted', other.runId]]);
		expect(host.warnings).toEqual([expect.stringContaining(failing.runId)]);
		// If there is no other event, the poll fails.
		await host.poll();
		expect(host.failures).toHaveLength(1);
		fault.remove();
		await host.poll();
		expect(emitted(host).slice(1)).toEqual([['runStarted', failing.runId]]);
		expect(linesOf(host).at(-1)).toHaveLength(failing.logs.length);
	});

	test('of a run that was just deleted are empty', async () => {
		const host = await activeHost({}, { includeLogs: true });
		start();
		setup.fault('run.getLogs', { errorCode: 'run-not-found' });
		await host.poll();
		expect(linesOf(host)).toEqual([[]]);
	});

	test('without known IDs are reported once, as lines may be missing', async () => {
		const host = await activeHost({}, { includeLogs: true });
		setup.fault('run.getLogs', { replaceBody: () => [{ line: 1 }] });
		const { runId } = start();
		await host.poll();
		setup.sandbox.runs.change(runId, { progress: 1 });
		await host.poll();
		expect(host.events.map(({ logs }) => logs)).toEqual([[{ line: 1 }], [{ line: 1 }]]);
		expect(host.warnings).toEqual([expect.stringContaining('The log may have more lines')]);
	});
});

test('a poll while another is still under way emits nothing twice', async () => {
	const host = await activeHost();
	const { runId } = start();
	setup.fault('run.getAll', { times: 1, delayMs: 300 });
	await Promise.all([host.poll(), host.poll(), host.poll()]);
	expect(emitted(host)).toEqual([['runStarted', runId]]);
	await host.poll();
	expect(host.events).toHaveLength(1);
});

describe('a failed request', () => {
	test('for one assignment leaves the others alone, and is logged once', async () => {
		const host = await activeHost(watchAll);
		const { assignmentId } = assignmentAt(0);
		const late = start(0);
		const failing = setup.fault('run.getAll', { includes: assignmentId, status: 500 });
		const runs = [late];
		for (const index of [1, 2, 3]) {
			runs.push(start(index));
			await host.poll();
		}
		expect(host.failures).toEqual([]);
		expect(host.warnings).toEqual([expect.stringContaining(assignmentId)]);
		failing.remove();
		await host.poll();
		const expected = [...runs.slice(1), late].map(({ runId }) => ['runStarted', runId]);
		expect(emitted(host)).toEqual(expected);
	});

	test('is thrown in every poll if nothing can be read', async () => {
		const host = await activeHost(watchAll);
		setup.fault('run.getAll', { status: 503 });
		await host.poll();
		await host.poll();
		expect(host.failures).toHaveLength(2);
		expect(host.failures[1]).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	});
});

test('gives a change another ID after n8n lost the state, but not an end', async () => {
	let status = '';
	replaceRuns(() => [{ runId: 'one', status }]);
	const eventIds = async () => {
		status = 'RUNNING';
		const host = await activeHost();
		for (status of ['WAITING', 'COMPLETED']) await host.poll();
		expect(emitted(host).map(([event]) => event)).toEqual(['runChanged', 'runFinished']);
		return host.events.map(({ eventId }) => eventId);
	};
	const [[change, end], [laterChange, laterEnd]] = [await eventIds(), await eventIds()];
	expect(laterChange).not.toBe(change);
	expect(laterEnd).toBe(end);
});

test('emits the same IDs again if n8n did not store the state in time', async () => {
	const host = await new PollingHost(setup.engine, request(), 'durable').activate();
	await host.poll();
	const { stored } = host;
	const { runId } = start();
	await host.poll();
	host.stored = stored;
	await host.poll();
	await host.poll();
	const event = ['runStarted', runId];
	expect(emitted(host)).toEqual([event, event]);
	expect(new Set(host.events.map(({ eventId }) => eventId)).size).toBe(1);
});

test('starts no run again after its ID got another name', async () => {
	replaceRuns((runs) => runs.map((run) => ({ ...run, ref: `ref ${run.runId}` })));
	const host = await activeHost({ startFrom: 'existing' });
	const { length } = host.events;
	expect(length).toBeGreaterThan(0);
	await host.republish(setup.named({ 'run.runId': 'ref' }));
	await host.poll();
	expect(host.events).toHaveLength(length);
});

test('leaves nothing readable of the credential in the state', async () => {
	const host = await activeHost();
	const { baseUrl, tenantId, clientId, clientSecret } = setup.sandbox.credential;
	for (const text of [baseUrl, new URL(baseUrl).host, tenantId, clientId, clientSecret]) {
		expect(host.stored).not.toContain(text);
	}
});

describe('another choice of assignments', () => {
	const choose = async (host: PollingHost, parameters: INodeParameters) =>
		await host.republish(request(parameters));
	const other = () => ({ assignmentId: picked(assignmentAt(1).assignmentId) });

	test('starts with a baseline for each newly chosen assignment', async () => {
		const host = await activeHost();
		start(0);
		start(1);
		await choose(host, other());
		const { runId } = start(2);
		setup.sandbox.runs.finish(runId);
		await choose(host, {});
		await host.poll();
		expect(host.events).toEqual([]);
	});

	test('continues with watched assignments if one is replaced by all', async () => {
		const host = await activeHost();
		const first = start(0);
		const second = start(1);
		await choose(host, watchAll);
		expect(emitted(host)).toEqual([['runStarted', first.runId]]);
		setup.sandbox.runs.finish(first.runId);
		setup.sandbox.runs.finish(second.runId);
		await choose(host, other());
		expect(emitted(host).slice(1)).toEqual([['runFinished', second.runId]]);
	});
});

test.each(['memory', 'durable'] as const)(
	'a deleted assignment fails each poll, and loses nothing if restored: %s',
	async (keeping) => {
		const host = await new PollingHost(setup.engine, request(), keeping).activate();
		await host.poll();
		const { stored } = host;
		const { runId } = start();
		assignmentAt(0).deleted = true;
		for (let polls = 0; polls < 2; polls++) await host.poll();
		const message = 'There is no assignment with this ID';
		const failure = { cause: 'configuration-invalid' };
		const error = expect.objectContaining({ message, failure }) as unknown;
		expect(host.failures).toEqual([error, error]);
		expect(host.stored).toBe(stored);
		assignmentAt(0).deleted = false;
		await host.poll();
		expect(emitted(host)).toEqual([['runStarted', runId]]);
	},
);

describe('a poll', () => {
	test('sends one request per assignment, one for the list, and one token', async () => {
		const one = await activeHost();
		const all = await activeHost(watchAll);
		const assignments = setup.sandbox.state.assignments.size;
		setup.sandbox.log.clear();
		setup.sandbox.expireTokens();
		await one.poll();
		expect(setup.sandbox.counts).toEqual({ 'run.getAll': 2 });
		setup.sandbox.log.clear();
		await one.poll();
		expect(setup.sandbox.counts).toEqual({ 'run.getAll': 1 });
		await all.poll();
		expect(setup.sandbox.counts).toEqual({ 'assignment.getAll': 1, 'run.getAll': assignments + 1 });
		expect(setup.sandbox.tokenRequests).toHaveLength(0);
		assignmentAt(1).deleted = true;
		await all.poll();
		setup.sandbox.log.clear();
		await all.poll();
		expect(setup.sandbox.counts['run.getAll']).toBe(assignments - 1);
	});

	test('sends no more requests in parallel than Concurrency', async () => {
		// By default, as many as a tenant can handle that has rejected nothing yet.
		const tenantId = setup.sandbox.state.tenants.at(-1)?.tenantId;
		const { size } = setup.sandbox.state.assignments;
		for (const [options, least, most] of [
			[{}, requestsAtOnce.initial, size],
			[{ concurrency: 2 }, 2, 2],
		] as const) {
			const host = new PollingHost(setup.engine, {
				...request(watchAll, options),
				...setup.credentialsWith({ tenantId }),
			});
			setup.sandbox.faults.clear();
			await host.activate();
			setup.sandbox.log.clear();
			setup.fault('run.getAll', { until: untilUnderWay(setup.sandbox, least) });
			await host.poll();
			expect(setup.sandbox.log.peakInFlight).toBeLessThanOrEqual(most);
		}
	});

	test('keeps a small state', async () => {
		clearRuns();
		const host = await activeHost();
		for (let index = 0; index < 40; index++) finishRun(start(), 'COMPLETED');
		await host.poll();
		expect(host.events).toHaveLength(80);
		expect(host.stored.length).toBeLessThan(500 + 40 * 60);
	});
});

describe('the time of a poll', () => {
	test('is named if the service does not respond in time', async () => {
		const host = await activeHost(watchAll, {}, 500);
		const { runId } = start(1);
		const slow = { includes: assignmentAt(0).assignmentId, delayMs: 3000 };
		const fault = setup.fault('run.getAll', slow);
		await host.poll();
		expect(host.failures[0]).toMatchObject({
			message: expect.stringMatching(/^The service did not respond within the 1 s that/) as unknown,
			failure: { cause: 'temporarily-unavailable' },
		});
		expect([host.events, host.warnings]).toEqual([[], []]);
		fault.remove();
		await host.poll();
		expect(emitted(host)).toEqual([['runStarted', runId]]);
	});

	test('has a default for an older n8n that does not limit it', async () => {
		const staticData: IDataObject = {};
		const context = Object.assign(setup.engine.pollContext(request(), staticData), {
			getPollBudgetMs: undefined,
		});
		await setup.engine.nodeType(type).poll?.call(context as never);
		expect(JSON.stringify(staticData)).toContain(assignmentAt(0).assignmentId);
	});
});

describe('a manual test', () => {
	test('shows the newest run', async () => {
		start(1);
		const newest = start(2);
		finishRun(newest, 'FAILED');
		newest.startedAt += 1000;
		const [sample, ...others] = await manual(watchAll, { includeLogs: true });
		expect(others).toEqual([]);
		expect(sample).toMatchObject({
			event: 'runFinished',
			assignmentId: assignmentAt(2).assignmentId,
			runId: newest.runId,
			run: { status: 'FAILED' },
			logs: newest.logs.map(({ logId }) => ({ logId })),
		});
	});

	test.each(everyEvent)('shows a run with the event %s if chosen', async (event) => {
		start();
		expect(await manual({ triggerOn: [event] })).toMatchObject([{ event }]);
	});

	test('shows no end of an active run, and explains what to do', async () => {
		const message = 'No run shows a selected event yet';
		const description = expect.stringContaining('test this trigger again') as string;
		clearRuns();
		await expect(manual()).rejects.toMatchObject({ message, description });
		start(0);
		const onEnd = { triggerOn: ['runFinished'] };
		await expect(manual(onEnd)).rejects.toMatchObject({ message, description });
		const over = start(1);
		finishRun(over, 'ABORTED');
		over.startedAt -= 60_000;
		expect(await manual({ ...watchAll, ...onEnd })).toMatchObject([{ runId: over.runId }]);
	});

	test("shows a run if another assignment can't be read", async () => {
		const failing = assignmentAt(0).assignmentId;
		setup.fault('run.getAll', { includes: failing, status: 500 });
		expect(await manual(watchAll)).toMatchObject([{ event: 'runFinished' }]);
		await expect(manual()).rejects.toThrow("couldn't process the request");
	});

	test('reports that an assignment does not exist', async () => {
		assignmentAt(0).deleted = true;
		await expect(manual()).rejects.toThrow('There is no assignment with this ID');
	});
});

test('finds an assignment by its ID in the picker', async () => {
	const { name, assignmentId } = assignmentAt(1);
	const { results } = await setup.engine.searchList(request(), 'searchAssignments', assignmentId);
	expect(results).toEqual([{ name, value: assignmentId }]);
});
