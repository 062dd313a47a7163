// Both triggers with n8n's durable poll cursors, while n8n is killed in the middle of polls: each
// event is emitted under one ID. TRIGGER_CURSORS=memory measures the same without them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'flatted';
import { watchingWorkflow } from './flows.mjs';
import { startRestartableBed } from './restartableBed.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const kills = 30;

/** Between two polls; seconds. */
const pollInterval = 2;

/** How long the service takes for a list and for a log; a poll takes about both. Milliseconds. */
const delayMs = 120;

/** How long n8n may take to store what a poll emits; milliseconds. */
const storing = 400;

/** All that n8n 2.37 and later need for durable poll cursors. */
const durableCursors = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/** How often the scheduler looks for polls that are due; seconds. */
const schedulerInterval = { N8N_SCHEDULER_EXECUTOR_INTERVAL: '1' };

const isDurable = process.env.TRIGGER_CURSORS !== 'memory';
const env = isDurable ? { ...durableCursors, ...schedulerInterval } : {};

const bed = stopAfterTests(await startRestartableBed(env));

/**
 * Waits for a poll to begin.
 *
 * @returns the number of its first request
 */
async function untilPoll() {
	const giveUp = Date.now() + 60_000;
	const { log } = bed.sandbox;
	const first = log.total + 1;
	while (log.total < first) {
		if (Date.now() > giveUp) throw new Error(`n8n polls no more:\n${bed.host.logs().join('\n')}`);
		await wait(2);
	}
	return first;
}

/**
 * Waits for a whole poll.
 *
 * @returns how long its requests took, in milliseconds
 */
async function afterPoll() {
	const first = await untilPoll();
	const { log } = bed.sandbox;
	for (let seen = 0; seen < log.total || log.inFlight > 0;) {
		seen = log.total;
		await wait(delayMs * 3);
	}
	const requests = log.requests.filter(({ number }) => number >= first);
	const ends = requests.map(({ endedAt = 0 }) => endedAt);
	return Math.max(...ends) - Math.min(...requests.map(({ startedAt }) => startedAt));
}

/** The triggers, with what makes events for them. Each returns the events, as `event ID`. */
const triggers = /** @type {const} */ ([
	{
		name: 'Agent Trigger',
		parameters: {
			watch: 'all',
			triggerOn: ['runStarted', 'runFinished'],
			options: { includeLogs: true },
		},
		causeEvents() {
			const { state, runs } = bed.sandbox;
			const chosen = [...state.assignments.values()].filter(() => Math.random() < 0.5);
			return chosen.map(({ assignmentId, runs: all }) => {
				const going = all.find(({ endedAt }) => endedAt === undefined);
				if (!going) return `runStarted ${runs.start(assignmentId).runId}`;
				runs.finish(going.runId);
				return `runFinished ${going.runId}`;
			});
		},
	},
	{
		name: 'Trigger',
		parameters: { resource: 'user', triggerOn: ['created', 'changed', 'deleted'] },
		causeEvents() {
			const { users, random } = bed.sandbox.state;
			const [changed, deleted] = untouchedUsers.splice(0, 2);
			assert.ok(changed && deleted, 'There are too few users.');
			const created = {
				...changed,
				userId: random.uuid(),
				emailAddress: `${random.uuid()}@a.example`,
			};
			users.set(created.userId, created);
			changed.active = !changed.active;
			users.delete(deleted.userId);
			return [
				`created ${created.userId}`,
				`changed ${changed.userId}`,
				`deleted ${deleted.userId}`,
			];
		},
	},
]);

/**
 * Users that nothing has happened to: two changes between two polls would be one event.
 *
 * @type {import('../sandbox/state.js').UserState[]}
 */
let untouchedUsers;

/**
 * The events that executions were started with, whatever became of the executions.
 *
 * @param {import('../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} workflow
 * @param {string} trigger
 */
async function emittedBy(workflow, trigger) {
	const { client } = bed;
	const executions = await client.executions(workflow);
	const records = await Promise.all(
		executions.map(({ id }) => client.request('GET', `/rest/executions/${id}`)),
	);
	const statuses = records.map(({ status }) => status);
	const events = records.flatMap(({ data }) => {
		const { resultData, executionData } = parse(data);
		/** @type {{ json: { event: string, eventId: string, runId?: string, id?: string, isArtificialRecoveredEventItem?: boolean } }[] | undefined} */
		const ran = resultData?.runData?.[trigger]?.[0]?.data?.main?.[0];
		const waits = executionData?.nodeExecutionStack?.[0]?.data?.main?.[0];
		// After a kill, n8n adds an item for a lost node; its input is still there.
		const isMadeUp = ran?.some(({ json }) => json.isArtificialRecoveredEventItem) ?? true;
		/** @type {NonNullable<typeof ran>} */
		const items = (isMadeUp ? waits : ran) ?? [];
		return items.map(
			({ json }) => /** @type {const} */ ([json.eventId, `${json.event} ${json.runId ?? json.id}`]),
		);
	});
	/** An event that is emitted again has the same ID. */
	const byId = /** @type {Map<string, string>} */ (new Map(events));
	return { distinct: [...byId.values()], repeated: events.length - byId.size, statuses };
}

test('emits each event under one ID, although n8n is killed', async (t) => {
	untouchedUsers = [...bed.sandbox.state.users.values()];
	const watched = await Promise.all(
		triggers.map(async (trigger) => {
			const { name, parameters } = trigger;
			const workflow = await bed.client.importWorkflow(
				watchingWorkflow(name, parameters, pollInterval),
				bed.credentials,
			);
			return { ...trigger, workflow, expected: /** @type {string[]} */ ([]) };
		}),
	);
	for (const { workflow } of watched) await bed.client.activate(workflow);
	// With durable cursors, the poll after the activation takes the baseline.
	for (let polls = 0; polls < 4; polls++) await afterPoll();
	for (const operation of /** @type {const} */ (['run.getAll', 'run.getLogs', 'user.getAll'])) {
		bed.sandbox.faults.add({ operation, delayMs });
	}

	const causeEvents = () => {
		for (const { expected, causeEvents: cause } of watched) expected.push(...cause());
	};
	for (let kill = 0; kill < kills; kill++) {
		const taken = await afterPoll();
		causeEvents();
		await untilPoll();
		await wait(Math.random() * (taken + delayMs + storing));
		await bed.host.kill();
		if (kill % 2 === 0) causeEvents();
		await bed.startAgain();
	}

	for (const { name, workflow, expected } of watched) {
		const emitted = async () => await emittedBy(workflow, name);
		const giveUp = Date.now() + 60_000;
		while ((await emitted()).distinct.length < expected.length && Date.now() < giveUp) {
			await wait(500);
		}
		await wait(pollInterval * 2_000);
		const { distinct, repeated, statuses } = await emitted();
		const cut = statuses.filter((status) => status !== 'success').length;
		t.diagnostic(
			[
				`${name}: ${kills} kills, ${expected.length} events`,
				`${expected.filter((event) => !distinct.includes(event)).length} lost`,
				`${repeated} handed over again`,
				`${statuses.length} executions, ${cut} of them cut off by a kill`,
			].join('; '),
		);
		if (!isDurable) continue;
		assert.deepEqual(distinct.sort(), [...expected].sort());
		assert.ok(expected.length > kills, 'There were too few events to say anything.');
	}
});
