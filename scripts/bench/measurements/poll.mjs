import { setTimeout as wait } from 'node:timers/promises';
import { chain, node, serviceNode } from '../../n8n/workflows.mjs';
import { median, seconds } from '../statistics.mjs';

const assignmentCount = 100;
const latencyMs = 100;
const longestPoll = 2000;

/** So long the service is asked nothing once a poll is over; milliseconds. */
const silence = 1000;

/**
 * A poll of the trigger over all assignments: the one that n8n makes when a workflow is activated.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function poll(bed) {
	const { client, signal } = bed;
	const { sandbox, credential } = await bed.startService(
		{
			latencyMs,
			seed: { assignments: assignmentCount },
		},
		'run.getAll',
	);
	const workflow = await client.importWorkflow(
		chain('Poll', [
			serviceNode('Agent Trigger', 'integrationServiceAgentTrigger', {
				watch: 'all',
				triggerOn: ['runStarted', 'runFinished'],
				// Never while the benchmark runs.
				pollTimes: { item: [{ mode: 'custom', cronExpression: '0 0 0 29 2 *' }] },
			}),
			node('Reached', 'n8n-nodes-base.noOp'),
		]),
		[credential],
	);
	/** @type {number[]} */
	const times = [];

	async function untilSilent() {
		let seen = -1;
		while (seen !== sandbox.log.total || sandbox.log.inFlight > 0) {
			seen = sandbox.log.total;
			await wait(silence, undefined, { signal });
		}
	}

	return {
		title: `A poll over ${assignmentCount} assignments`,
		async round(counts) {
			sandbox.log.clear();
			await client.activate(workflow);
			await untilSilent();
			await client.deactivate(workflow);
			const runLists = sandbox.counts['run.getAll'] ?? 0;
			if (runLists !== assignmentCount) {
				throw new Error(`The poll looked at ${runLists} of ${assignmentCount} assignments.`);
			}
			const began = Math.min(...sandbox.requests.map(({ startedAt }) => startedAt));
			const ended = Math.max(...sandbox.requests.map(({ endedAt = 0 }) => endedAt));
			if (counts) times.push(ended - began);
		},
		findings: () => ({
			title: `A poll over ${assignmentCount} assignments`,
			explanation: `Agent Trigger, all assignments, from its first request to its last answer; an answer takes ${latencyMs} ms.`,
			columns: ['one poll'],
			rows: [[seconds(median(times))]],
			checks: [{ title: 'One poll, milliseconds', measured: median(times), atMost: longestPoll }],
		}),
	};
}
