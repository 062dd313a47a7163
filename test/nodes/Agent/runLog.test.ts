/** The log of a run. */
import { picked, recordAt } from '../../cases/operationCase';
import { nodeUnderTest, records } from '../nodeUnderTest';

const node = nodeUnderTest('integrationServiceAgent', {});

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
