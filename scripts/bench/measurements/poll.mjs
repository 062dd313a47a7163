import { setTimeout as wait } from 'node:timers/promises';
import { chain, node, serviceNode } from '../../n8n/workflows.mjs';
import { median, seconds } from '../statistics.mjs';

const assignmentCount = 100;
const latencyMs = 100;
const longestPoll = 2000;

const userCount = 20_000;
const userLatencyMs = 200;
/** n8n allows a poll with durable cursors 45 seconds. */
const longestUserPoll = 45_000;

/** So long the service is asked nothing once a poll is over; milliseconds. */
const silence = 1000;

/**
 * A poll of the agent trigger over all assignments.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function poll(bed) {
	return await preparePoll(bed, {
		title: `A poll over ${assignmentCount} assignments`,
		explanation: `Agent Trigger, all assignments, from its first request to its last answer; an answer takes ${latencyMs} ms.`,
		check: 'One poll, milliseconds',
		service: { latencyMs, seed: { assignments: assignmentCount } },
		operation: 'run.getAll',
		type: 'integrationServiceAgentTrigger',
		parameters: { watch: 'all', triggerOn: ['runStarted', 'runFinished'] },
		requests: assignmentCount,
		longest: longestPoll,
	});
}

/**
 * A poll of the record trigger over as many users as it watches at most.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function pollUsers(bed) {
	return await preparePoll(bed, {
		title: 'A poll over 20,000 users',
		explanation: `Trigger, all users, from its first request to its last answer; an answer takes ${userLatencyMs} ms.`,
		check: 'One poll over 20,000 users, milliseconds',
		service: { latencyMs: userLatencyMs, seed: { users: userCount } },
		operation: 'user.getAll',
		type: 'integrationServiceTrigger',
		parameters: { resource: 'user', triggerOn: ['created', 'changed', 'deleted'] },
		requests: Math.ceil(userCount / 100),
		longest: longestUserPoll,
	});
}

/**
 * The poll that n8n makes when a workflow is activated.
 *
 * @param {import('../bed.mjs').BenchBed} bed
 * @param {object} of
 * @param {string} of.title
 * @param {string} of.explanation
 * @param {string} of.check
 * @param {Parameters<import('../bed.mjs').BenchBed['startService']>[0]} of.service
 * @param {import('../catalogue.mjs').OperationId} of.operation
 * @param {string} of.type
 * @param {Record<string, unknown>} of.parameters
 * @param {number} of.requests at least
 * @param {number} of.longest milliseconds
 */
async function preparePoll(bed, of) {
	const { client, signal } = bed;
	const { sandbox, credential } = await bed.startService(of.service, of.operation);
	const workflow = await client.importWorkflow(
		chain('Poll', [
			serviceNode('Watcher', of.type, {
				...of.parameters,
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
		title: of.title,
		/** @param {boolean} counts */
		async round(counts) {
			sandbox.log.clear();
			await client.activate(workflow);
			await untilSilent();
			await client.deactivate(workflow);
			const lists = sandbox.counts[of.operation] ?? 0;
			if (lists < of.requests) {
				throw new Error(`The poll sent ${lists} of ${of.requests} requests.`);
			}
			const began = Math.min(...sandbox.requests.map(({ startedAt }) => startedAt));
			const ended = Math.max(...sandbox.requests.map(({ endedAt = 0 }) => endedAt));
			if (counts) times.push(ended - began);
		},
		findings: () => ({
			title: of.title,
			explanation: of.explanation,
			columns: ['one poll'],
			rows: [[seconds(median(times))]],
			checks: [{ title: of.check, measured: median(times), atMost: of.longest }],
		}),
	};
}
