// A run that takes hours, across the death of n8n: the example waits without holding anything.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startRestartableBed } from './restartableBed.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

/** Seconds between two looks: the fewest for which n8n stores an execution instead of holding it. */
const lookInterval = 66;

/** With any other, n8n treats waiting executions as crashed after a restart. */
const env = { N8N_EVENTBUS_RECOVERY_MODE: 'simple' };

const bed = stopAfterTests(await startRestartableBed(env));

/**
 * Waits until an execution is kept in the database, and n8n's log of events, by which it knows what
 * was under way when it starts again, has that too.
 *
 * @param {string} executionId
 */
async function untilStored(executionId) {
	const log = path.join(bed.userFolder, '.n8n', 'n8nEventLog.log');
	const giveUp = Date.now() + 60_000;
	for (;;) {
		const { status } = await bed.client.request('GET', `/rest/executions/${executionId}`);
		const lines = (await readFile(log, 'utf8')).split('\n');
		const hasWaited = lines.some(
			(line) => line.includes('"n8n.node.finished"') && line.includes('"Five Minutes"'),
		);
		if (status === 'waiting' && hasWaited) return;
		assert.ok(Date.now() < giveUp, `The execution is ${status}.`);
		await wait(100);
	}
}

test('the example continues after a restart, and ends with the run', async () => {
	const { sandbox, client, credentials } = bed;
	sandbox.runDurationMs = 3_600_000;
	const file = new URL('../../examples/agent-long-run.json', import.meta.url);
	/** @type {import('../../scripts/n8n/n8nRestClient.mjs').Workflow} */
	const example = JSON.parse(await readFile(file, 'utf8'));
	const nodes = example.nodes.map((node) =>
		node.type === 'n8n-nodes-base.wait'
			? { ...node, parameters: { ...node.parameters, amount: lookInterval, unit: 'seconds' } }
			: node,
	);
	const workflow = await client.importWorkflow({ ...example, nodes }, credentials);
	const { executionId } = await client.request('POST', `/rest/workflows/${workflow.id}/run`, {
		workflowData: workflow,
		triggerToStartFrom: { name: 'Start' },
	});
	await untilStored(executionId);
	assert.equal(sandbox.counts['run.get'] ?? 0, 0);

	await bed.host.kill();
	const [assignment] = sandbox.state.assignments.values();
	const run = assignment?.runs.at(-1);
	assert.ok(run);
	sandbox.runs.finish(run.runId);
	await bed.startAgain();

	const execution = await bed.client.waitForExecution(executionId, { timeout: 180_000 });
	assert.equal(execution.status, 'success', execution.failure);
	assert.equal(sandbox.counts['assignment.run'], 1);
	assert.equal(sandbox.counts['run.get'], 1);
	assert.equal(execution.items('Get Run').at(-1)?.runId, run.runId);
	assert.equal(execution.items('Log Lines').length, run.logs.length);
});
