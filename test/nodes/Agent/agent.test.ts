/** Assignments, runs and threads; answers have a file of their own. */
import { picked } from '../../cases/operationCase';
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
