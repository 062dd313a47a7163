// The agent trigger across the death of n8n: each event starts the workflow exactly once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { eventsOf, watchingWorkflow } from './flows.mjs';
import { startRestartableBed } from './restartableBed.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

/** Between two polls; seconds. */
const pollInterval = 3;

const bed = stopAfterTests(await startRestartableBed());

/**
 * Kills n8n between two polls and starts it again with what it has on disk.
 *
 * @param {() => void} whileDead
 */
async function dieAndComeBack(whileDead) {
	await untilBetweenPolls();
	await bed.host.kill();
	whileDead();
	await bed.startAgain();
}

/** Waits for the end of the next poll. */
async function untilBetweenPolls() {
	const { sandbox } = bed;
	const polls = () => sandbox.counts['run.getAll'] ?? 0;
	const earlier = polls();
	while (polls() === earlier) await wait(50);
	await wait((pollInterval * 1_000) / 2);
}

/**
 * The events that have started a workflow.
 *
 * @param {import('../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} workflow
 */
async function firedEvents(workflow) {
	const executions = await bed.client.executions(workflow);
	return eventsOf(await Promise.all(executions.map(({ id }) => bed.client.waitForExecution(id))));
}

/**
 * Waits until so many events have started the workflow, and a while longer for one too many.
 *
 * @param {import('../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} workflow
 * @param {readonly string[]} expected
 */
async function expectEvents(workflow, expected) {
	const giveUp = Date.now() + 60_000;
	while ((await firedEvents(workflow)).length < expected.length && Date.now() < giveUp) {
		await wait(200);
	}
	await wait(pollInterval * 2_000);
	assert.deepEqual((await firedEvents(workflow)).sort(), [...expected].sort());
}

test('starts a workflow once for each event, although n8n is killed', async () => {
	const { state, runs } = bed.sandbox;
	const [first, second] = [...state.assignments.keys()];
	assert.ok(first && second);
	const workflow = await bed.client.importWorkflow(
		watchingWorkflow(
			'Agent Trigger',
			{ watch: 'all', triggerOn: ['runStarted', 'runChanged', 'runFinished'] },
			pollInterval,
		),
		bed.credentials,
	);
	await bed.client.activate(workflow);

	/** @type {string[]} */
	const expected = [];

	// Nothing has fired yet: n8n only has what was there at the activation.
	await dieAndComeBack(() => {
		const { runId } = runs.start(first);
		runs.finish(runId);
		expected.push(`runStarted ${runId}`, `runFinished ${runId}`);
	});
	await expectEvents(workflow, expected);

	const started = runs.start(second);
	expected.push(`runStarted ${started.runId}`);
	await expectEvents(workflow, expected);
	runs.change(started.runId, { progress: 40 });
	expected.push(`runChanged ${started.runId}`);
	await expectEvents(workflow, expected);

	const meanwhile = { runId: '' };
	await dieAndComeBack(() => {
		runs.finish(started.runId, 'FAILED');
		meanwhile.runId = runs.start(first).runId;
	});
	expected.push(`runFinished ${started.runId}`, `runStarted ${meanwhile.runId}`);
	await expectEvents(workflow, expected);

	runs.finish(meanwhile.runId);
	expected.push(`runFinished ${meanwhile.runId}`);
	await expectEvents(workflow, expected);
});
