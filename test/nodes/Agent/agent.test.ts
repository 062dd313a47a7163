/** Assignments, runs and threads; answers have a file of their own. */
import { picked, recordAt } from '../../cases/operationCase';
import { runStatuses } from '../../sandbox/index';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceAgent', {});

test('lists the threads of the signed-in user', async () => {
	const run = await node.run(
		{ resource: 'thread', operation: 'getAll', authentication: 'user', returnAll: true },
		node.credentialsWith({}),
	);
	const { state, credential } = node.sandbox;
	const owners = records(run).map(({ threadId }) => state.threads.get(String(threadId))?.owner);
	expect(owners.length).toBeGreaterThan(0);
	expect(owners).not.toContain(credential.clientId);
});

test('lists the runs of the picked assignment, newest first, with their status', async () => {
	const assignmentId = String(node.sandbox.samples.assignmentId);
	const { runId, startedAt } = node.sandbox.runs.start(assignmentId);
	const parameters = { resource: 'run', operation: 'get', assignmentId: picked(assignmentId) };
	const { results } = await node.search('searchRuns', undefined, { parameters });
	expect(results).toHaveLength(
		Number(node.sandbox.state.assignments.get(assignmentId)?.runs.length),
	);
	expect(results[0]).toEqual({
		name: `${new Date(startedAt).toISOString()}, ${runStatuses.active}`,
		value: runId,
	});
});

test.each([{ returnAll: true }, { limit: 50 }, { limit: 3 }])(
	'reads the lines of a log with %j that the service returns one by one',
	async (parameters) => {
		const { sandbox } = node;
		const assignmentId = String(sandbox.samples.assignmentId);
		const { runId, logs } = recordAt(sandbox.state.assignments.get(assignmentId)?.runs ?? [], 0);
		for (const log of ['read the orders', 'sent the mails']) sandbox.runs.change(runId, { log });
		sandbox.faults.add({
			operation: 'run.getLogs',
			replaceBody: (body) => ({ logs: (body as { logs: unknown[] }).logs.slice(0, 1) }),
		});
		const path = { assignmentId: picked(assignmentId), runId: picked(runId) };
		const ran = await node.runOperation('run.getLogs', { ...path, ...parameters });
		const expected = logs.slice(0, parameters.limit);
		expect(records(ran).map(({ logId }) => logId)).toEqual(expected.map(({ logId }) => logId));
	},
);
