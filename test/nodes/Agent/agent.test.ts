/** Assignments, runs and threads; answers have a file of their own. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { limits } from '../../../src/api/limits';
import { Engine } from '../../engine/engine';
import { runStatuses } from '../../sandbox/index';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceAgent', {});
const { run, lastBody, lastRequest } = node;

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;
const assignmentId = () => String(node.sandbox.samples.assignmentId);
const assignment = () => node.sandbox.state.assignments.get(assignmentId());
const threadId = () => String(node.sandbox.samples.threadId);
const failure = { onError: 'continueRegularOutput' } as const;

const onAssignment = async (operation: string, parameters: INodeParameters = {}, more = {}) =>
	await run(
		{ resource: 'assignment', operation, assignmentId: byId(assignmentId()), ...parameters },
		more,
	);
const onRun = async (operation: string, runId: string, parameters: INodeParameters = {}) =>
	await run({
		resource: 'run',
		operation,
		assignmentId: byId(assignmentId()),
		runId: byId(runId),
		...parameters,
	});
const onThread = async (operation: string, parameters: INodeParameters = {}, more = {}) =>
	await run({ resource: 'thread', operation, threadId: byId(threadId()), ...parameters }, more);

describe('assignments', () => {
	const fields = { name: 'Weekly summary', description: 'For Monday', instructions: 'Sum up' };

	test('are created from the fields that are filled in', async () => {
		const { items } = await onAssignment('create', {
			name: fields.name,
			instructions: fields.instructions,
			additionalFields: { description: fields.description, active: false },
		});
		expect(lastBody()).toEqual({ ...fields, active: false });
		expect(items[0]?.json).toMatchObject({ ...fields, active: false });
		await onAssignment('create', { name: 'Only a name' });
		expect(lastBody()).toEqual({ name: 'Only a name' });
	});

	test('are not created from nothing', async () => {
		const { error } = await onAssignment('create');
		expect(error?.message).toBe('There is nothing to send [item 0]');
		expect(node.sandbox.requests).toHaveLength(0);
	});

	test('are listed up to the limit, or all', async () => {
		const count = node.sandbox.state.assignments.size;
		expect((await onAssignment('getAll', { limit: 3 })).items).toHaveLength(3);
		expect((await onAssignment('getAll', { returnAll: true })).items).toHaveLength(count);
		expect(lastRequest()?.query).toEqual({});
	});

	test('pass unknown fields through', async () => {
		const replaceBody = (body: unknown) => ({ ...(body as IDataObject), colour: { hue: 1 } });
		node.sandbox.faults.add({ operation: 'assignment.get', replaceBody });
		expect((await onAssignment('get')).items[0]?.json.colour).toEqual({ hue: 1 });
	});
});

describe('starting and aborting runs', () => {
	test('an assignment that is running says how to go on', async () => {
		node.sandbox.runs.start(assignmentId());
		const { items } = await onAssignment('run', {}, failure);
		expect(items[0]?.json.error).toMatchObject({
			errorCode: 'run-already-active',
			message: 'The assignment is already running [item 0]',
		});
		expect((items[0]?.json.error as IDataObject).description).toContain('If Already Running');
	});
});

describe('runs', () => {
	test('need an assignment', async () => {
		const { error } = await run({
			resource: 'run',
			operation: 'getAll',
			assignmentId: byId('={{ "" }}'),
		});
		expect(error?.message).toBe('Assignment is empty [item 0]');
	});
});

describe('logs', () => {
	const longRun = () => {
		const { runId } = node.sandbox.runs.start(assignmentId());
		for (let line = 0; line < 2500; line++)
			node.sandbox.runs.change(runId, { log: `Line ${line}` });
		const logs = assignment()?.runs.at(-1)?.logs ?? [];
		return { runId, logs };
	};
	const read = async (runId: string, parameters: INodeParameters) => {
		const result = await onRun('getLogs', runId, parameters);
		return { ...result, ids: records(result).map(({ logId }) => logId) };
	};
	const asked = () => node.sandbox.requests.map(({ query }) => query);

	test('are read to the end with the largest pages, one item for each line', async () => {
		const { runId, logs } = longRun();
		const { ids } = await read(runId, { returnAll: true });
		expect(ids).toEqual(logs.map(({ logId }) => logId));
		expect(asked().map(({ limit }) => limit)).toEqual(['1000', '1000', '1000']);
		expect(asked().map(({ searchAfterId }) => searchAfterId)).toEqual([
			undefined,
			logs[999]?.logId,
			logs[1999]?.logId,
		]);
	});

	test.each([
		[50, ['50']],
		[limits.logs.maximum, ['1000']],
		[1200, ['1000', '200']],
	])('are read up to a limit of %i with the fewest requests', async (limit, sizes) => {
		const { runId, logs } = longRun();
		const { ids } = await read(runId, { limit });
		expect(ids).toEqual(logs.slice(0, limit).map(({ logId }) => logId));
		expect(asked().map((query) => query.limit)).toEqual(sizes);
	});

	test('that never come to an end are not read for ever', async () => {
		const { runId, logs } = longRun();
		node.sandbox.faults.add({
			operation: 'run.getLogs',
			replaceBody: () => ({
				logs: Array.from({ length: 1000 }, () => ({ logId: logs[0]?.logId })),
			}),
		});
		const { error } = await read(runId, { returnAll: true });
		expect(error?.errorCode).toBe('invalid-response');
		expect(node.sandbox.requests).toHaveLength(2);
	});
});

describe('threads', () => {
	test('are those of the person who signed in', async () => {
		const { items } = await onThread(
			'getAll',
			{ authentication: 'user', returnAll: true },
			{
				credentials: {
					integrationServiceUserOAuth2Api: {
						...node.sandbox.userCredential,
						oauthTokenData: { access_token: node.sandbox.issueUserToken() },
					},
				},
			},
		);
		const owners = items.map(({ json }) => node.sandbox.state.threads.get(String(json.threadId)));
		expect(owners.length).toBeGreaterThan(0);
		for (const thread of owners) expect(thread?.owner).not.toBe(node.sandbox.credential.clientId);
	});
});

describe('messages', () => {
	const read = async (parameters: INodeParameters) =>
		await run({
			resource: 'message',
			operation: 'getAll',
			threadId: byId(threadId()),
			...parameters,
		});
	const messages = () => {
		const { state } = node.sandbox;
		const thread = state.threads.get(threadId());
		thread?.messages.splice(
			0,
			Infinity,
			...Array.from({ length: 230 }, (_message, index) => ({
				messageId: `m${index}`,
				role: 'USER' as const,
				text: `Message ${index}`,
				createdAt: '2026-10-01T10:00:00Z',
			})),
		);
		return Array.from({ length: 230 }, (_message, index) => `m${index}`);
	};
	const ids = (result: Awaited<ReturnType<typeof read>>) =>
		records(result).map(({ messageId }) => messageId);

	test('are read to the end or up to the limit, without a page size', async () => {
		const all = messages();
		expect(ids(await read({ returnAll: true }))).toEqual(all);
		expect(ids(await read({ limit: 150 }))).toEqual(all.slice(0, 150));
		for (const { query } of node.sandbox.requests) expect(query).not.toHaveProperty('limit');
	});

	test('go on after a message', async () => {
		const all = messages();
		const filters = { searchAfterId: 'm200' };
		expect(ids(await read({ returnAll: true, filters }))).toEqual(all.slice(201));
	});
});

describe('pickers', () => {
	let engine: Engine;
	beforeAll(async () => {
		engine = await Engine.load();
	});
	const search = async (method: string, filter?: string, parameters: INodeParameters = {}) =>
		await engine.searchList(
			{
				type: 'integrationServiceAgent',
				parameters: { resource: 'run', operation: 'get', ...parameters },
				credentials: { integrationServiceOAuth2Api: node.sandbox.credential },
			},
			method,
			filter,
		);

	test('assignments by name, narrowed down by what is typed', async () => {
		const all = await search('searchAssignments');
		expect(all.results).toHaveLength(node.sandbox.state.assignments.size);
		const [first] = all.results;
		const { results } = await search('searchAssignments', String(first?.name).toUpperCase());
		expect(results).toContainEqual(first);
		expect(results.length).toBeLessThan(all.results.length);
	});

	test('threads by name', async () => {
		const { results } = await search('searchThreads');
		const names = [...node.sandbox.state.threads.values()].map(({ name }) => name);
		expect(results.length).toBeGreaterThan(0);
		for (const { name } of results) {
			expect(names.some((known) => String(name).startsWith(known))).toBe(true);
		}
	});

	test('runs of the picked assignment, newest first, with their status', async () => {
		const { runId, startedAt } = node.sandbox.runs.start(assignmentId());
		const { results } = await search('searchRuns', undefined, {
			assignmentId: byId(assignmentId()),
		});
		expect(results).toHaveLength(Number(assignment()?.runs.length));
		expect(results[0]).toEqual({
			name: `${new Date(startedAt).toISOString()}, ${runStatuses.active}`,
			value: runId,
		});
	});

	test('runs need an assignment', async () => {
		await expect(search('searchRuns')).rejects.toThrow('Select an assignment first');
	});
});
