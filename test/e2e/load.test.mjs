// Many items through one node while the service fails one request in twenty.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { readingUsers, registeringReturns, withOptions, workflowOf } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const itemCount = 2_000;

/** The service's way of failing, each as often as the others: together 5 % of the requests. */
const faults = [
	{ name: 'busy', status: 429, retryAfter: 1 },
	{ name: 'unavailable', status: 503 },
	{ name: 'lost answer', reset: /** @type {const} */ ('beforeResponse'), afterProcessing: true },
	{ name: 'cut answer', reset: /** @type {const} */ ('midBody') },
	{ name: 'slow answer', delayMs: 1_500 },
];

/**
 * The code of an item whose creation may have been done: it must not be sent again.
 *
 * @type {Record<string, string>}
 */
const codes = {
	unavailable: 'service-unavailable',
	'lost answer': 'network',
	'cut answer': 'network',
	'slow answer': 'timeout',
};

const shareOfFailures = 0.05;

/** Shorter than a slow answer takes; milliseconds. */
const timeout = 1_000;

const bed = stopAfterTests(await startTestBed());
afterEach(() => bed.sandbox.faults.clear());

/** @param {import('../../src/api/operations.js').OperationId} operation */
function injectFaults(operation) {
	const probability = shareOfFailures / faults.length;
	return faults.map((fault) => bed.sandbox.faults.add({ ...fault, operation, probability }));
}

/**
 * Runs a node over items and returns its output.
 *
 * @param {import('node:test').TestContext} context
 * @param {readonly object[]} records
 * @param {import('./flows.mjs').Operation} operation
 */
async function runOver(context, records, operation) {
	const { client, credentials, sandbox } = bed;
	const workflow = await client.importWorkflow(
		workflowOf(withOptions(operation, { timeout }), records),
		credentials,
	);
	const earlier = sandbox.requests.length;
	const execution = await client.runWorkflow(workflow, { timeout: 300_000 });
	assert.equal(execution.status, 'success', execution.failure);
	const items = execution.items('Node');
	const requests = sandbox.requests.slice(earlier);
	const failed = items.filter(({ error }) => error !== undefined).length;
	context.diagnostic(
		`${items.length} items in ${execution.executionTime('Node')} ms: ` +
			`${requests.length} requests, ${failed} error items`,
	);
	return { items, requests };
}

/**
 * @param {import('../../scripts/n8n/execution.mjs').Json} item
 * @returns {string | undefined} the code of an error item
 */
function codeOf(item) {
	if (item.error === undefined) return undefined;
	const { message, errorCode } = /** @type {{ message: unknown, errorCode: unknown }} */ (
		item.error
	);
	assert.ok(typeof message === 'string' && message !== '');
	assert.ok(typeof errorCode === 'string' && errorCode !== '');
	return errorCode;
}

test('all of 2,000 reads succeed, in order', async (context) => {
	const injected = injectFaults('user.get');
	const users = [...bed.sandbox.state.users.keys()];
	const records = Array.from({ length: itemCount }, (_, index) => ({
		userId: users[index % users.length],
	}));
	const { items } = await runOver(context, records, readingUsers);
	for (const { fault, hits } of injected) assert.ok(hits > 0, `No ${fault.name} happened.`);
	// A read may be repeated, so four failures in a row are needed for an error item.
	assert.deepEqual(
		items.map((item) => codeOf(item) ?? item.userId),
		records.map(({ userId }) => userId),
	);
});

test('each of 2,000 creations is sent at most once, and reported', async (context) => {
	const injected = injectFaults('return.create');
	const records = Array.from({ length: itemCount }, (_, index) => ({ note: `Return ${index}` }));
	const { items, requests } = await runOver(context, records, registeringReturns);
	for (const { fault, hits } of injected) assert.ok(hits > 0, `No ${fault.name} happened.`);
	assert.equal(items.length, itemCount);

	/** @type {Map<unknown, unknown>} */
	const registered = new Map();
	for (const { note, returnNumber } of bed.sandbox.state.returns) {
		assert.ok(!registered.has(note), `${note} was registered twice.`);
		registered.set(note, returnNumber);
	}

	/** @type {Map<unknown, (string | undefined)[]>} */
	const faultsByNote = new Map();
	for (const { body, fault } of requests) {
		const { note } = /** @type {{ note: string }} */ (body);
		faultsByNote.set(note, [...(faultsByNote.get(note) ?? []), fault]);
	}

	items.forEach((item, index) => {
		const note = records[index]?.note;
		const met = faultsByNote.get(note) ?? [];
		for (const fault of met.slice(0, -1)) {
			assert.ok(fault && !codes[fault], `${note} was sent again after: ${fault}.`);
		}
		const code = codes[met.at(-1) ?? ''];
		assert.equal(codeOf(item), code, `${note} ended otherwise.`);
		if (!code) assert.equal(item.returnNumber, registered.get(note));
	});
});

test('sends nothing after Stop in the middle of 1,000 creations', async () => {
	const { client, credentials, sandbox } = bed;
	sandbox.faults.add({ operation: 'return.create', delayMs: 50 });
	const records = Array.from({ length: 1_000 }, (_, index) => ({ note: `Stopped ${index}` }));
	const workflow = await client.importWorkflow(
		workflowOf(registeringReturns, records),
		credentials,
	);
	const running = client.runWorkflow(workflow);
	const earlier = sandbox.requests.length;
	while (sandbox.requests.length < earlier + 20) await setTimeout(20);
	const [execution] = await client.executions(workflow);
	await client.request('POST', `/rest/executions/${execution?.id}/stop`);
	assert.equal((await running).status, 'canceled');
	const atStop = sandbox.requests.length;
	await setTimeout(1_000);
	assert.equal(sandbox.requests.length, atStop);
	assert.ok(atStop < earlier + records.length);
});
