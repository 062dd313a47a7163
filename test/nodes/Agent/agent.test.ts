/** Assignments, runs and threads; answers have a file of their own. */
import type { INodeParameters } from 'n8n-workflow';
import { picked } from '../../cases/operationCase';
import { runStatuses } from '../../sandbox/index';
import { nodeUnderTest, records } from '../nodeUnderTest';
import { credentialsFor } from '../runCase';

const node = nodeUnderTest('integrationServiceAgent', {});

test('lists the threads of the signed-in user', async () => {
	const run = await node.run(
		{ resource: 'thread', operation: 'getAll', authentication: 'user', returnAll: true },
		{ credentials: credentialsFor(node.sandbox) },
	);
	const { state, credential } = node.sandbox;
	const owners = records(run).map(({ threadId }) => state.threads.get(String(threadId))?.owner);
	expect(owners.length).toBeGreaterThan(0);
	expect(owners).not.toContain(credential.clientId);
});

describe('the form', () => {
	const searchRuns = async (parameters: INodeParameters) =>
		await node.search('searchRuns', undefined, {
			parameters: { resource: 'run', operation: 'get', ...parameters },
		});

	test('lists assignments by name, filtered by the typed text', async () => {
		const all = await node.search('searchAssignments');
		expect(all.results).toHaveLength(node.sandbox.state.assignments.size);
		const [first] = all.results;
		const { results } = await node.search('searchAssignments', String(first?.name).toUpperCase());
		expect(results).toContainEqual(first);
		expect(results.length).toBeLessThan(all.results.length);
	});

	test('lists threads by name', async () => {
		const { results } = await node.search('searchThreads');
		const names = [...node.sandbox.state.threads.values()].map(({ name }) => name);
		expect(results.length).toBeGreaterThan(0);
		for (const { name } of results) {
			expect(names.some((known) => String(name).startsWith(known))).toBe(true);
		}
	});

	test('lists the runs of the picked assignment, newest first, with their status', async () => {
		const assignmentId = String(node.sandbox.samples.assignmentId);
		const { runId, startedAt } = node.sandbox.runs.start(assignmentId);
		const { results } = await searchRuns({ assignmentId: picked(assignmentId) });
		expect(results).toHaveLength(
			Number(node.sandbox.state.assignments.get(assignmentId)?.runs.length),
		);
		expect(results[0]).toEqual({
			name: `${new Date(startedAt).toISOString()}, ${runStatuses.active}`,
			value: runId,
		});
	});

	test('asks for an assignment before it lists runs', async () => {
		await expect(searchRuns({})).rejects.toThrow('Select an assignment first');
	});
});
