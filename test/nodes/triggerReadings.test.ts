/** Both triggers with services that read the specification otherwise. */
import '../engine/skippedWaits';
import type { INodeParameters } from 'n8n-workflow';
import { Engine } from '../engine/engine';
import { PollingHost } from '../polling/pollingHost';
import { firstSeeds } from '../randomRuns';
import { describeReading, type Reading, readingOf } from '../sandbox/reading';
import { type Sandbox, startSandbox } from '../sandbox/index';
import { runStatuses } from '../sandbox/state';

const seeds = firstSeeds(6);

let engine: Engine;
let sandbox: Sandbox;

beforeAll(async () => {
	engine = await Engine.load();
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

/** The reading of a seed, with the names that the nodes assume. */
function useReading(seed: number): Reading {
	sandbox.reset();
	sandbox.reading = { ...readingOf(seed), names: 'usual' };
	return sandbox.reading;
}

async function activeHost(type: string, parameters: INodeParameters): Promise<PollingHost> {
	const request = {
		type,
		parameters: { options: { maxRetries: 0 }, ...parameters },
		credentials: { integrationServiceOAuth2Api: sandbox.credential },
	};
	const host = new PollingHost(engine, request, 'durable');
	await host.activate();
	await host.poll();
	return host;
}

describe('the record trigger', () => {
	test.each(seeds)('finds created, changed, and deleted users of reading %d', async (seed) => {
		const reading = useReading(seed);
		const host = await activeHost('integrationServiceTrigger', {
			resource: 'user',
			triggerOn: ['created', 'changed', 'deleted'],
		});
		const { users, random } = sandbox.state;
		const [model] = users.values();
		if (!model) throw new Error('The sandbox has no user');
		const userId = random.uuid();
		users.set(userId, { ...model, userId, emailAddress: 'new.user@example.org' });
		await host.poll();
		users.set(userId, { ...model, userId, emailAddress: 'renamed.user@example.org' });
		await host.poll();
		users.delete(userId);
		await host.poll();
		await host.poll();
		expect([describeReading(reading), host.events.map(({ event, id }) => [event, id])]).toEqual([
			describeReading(reading),
			[
				['created', userId],
				['changed', userId],
				['deleted', userId],
			],
		]);
	});
});

describe('the agent trigger', () => {
	test.each(seeds)('finds an ended run of reading %d, or asks for its status', async (seed) => {
		const reading = useReading(seed);
		const [assignment] = sandbox.state.assignments.values();
		if (!assignment) throw new Error('The sandbox has no assignment');
		assignment.runs = [];
		const host = await activeHost('integrationServiceAgentTrigger', {
			watch: 'assignment',
			assignmentId: { __rl: true, mode: 'id', value: assignment.assignmentId },
			triggerOn: ['runStarted', 'runFinished'],
		});
		const { runId } = sandbox.runs.start(assignment.assignmentId);
		await host.poll();
		sandbox.runs.finish(runId, runStatuses.completed);
		await host.poll();
		const isKnown = reading.runStatuses !== 'AMBER';
		const events = isKnown ? ['runStarted', 'runFinished'] : ['runStarted'];
		expect([describeReading(reading), host.events.map(({ event }) => event)]).toEqual([
			describeReading(reading),
			events,
		]);
		const asksForStatus = host.warnings.some((text) => text.includes("'Finished Statuses'"));
		expect(asksForStatus || isKnown).toBe(true);
	});
});
