// n8n's Retry On Fail in a real n8n: each call of a sub-workflow is an execution of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { chain, itemsOf, manualTrigger, node, serviceNode } from '../../scripts/n8n/workflows.mjs';
import { registeringReturns } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed());

/** @typedef {import('../../scripts/n8n/n8nRestClient.mjs').Workflow} Workflow */

/** @param {string} notes one letter for each item */
const itemsFor = (notes) => itemsOf([...notes].map((note) => ({ note })));

/** @param {Workflow} workflow */
const store = async (workflow) => await bed.client.importWorkflow(workflow, bed.credentials);

/** @param {readonly { note?: unknown }[]} returns @returns their notes, in alphabetical order */
const notesOf = (returns) => returns.flatMap(({ note }) => (note ? [note] : [])).sort();

test('each call of a sub-workflow sends its items', async () => {
	bed.sandbox.faults.add({
		operation: 'return.create',
		includes: '"note":"b"',
		status: 400,
		errorCode: 'invalid-request',
		times: 1,
	});
	const called = node(
		'Start',
		'n8n-nodes-base.executeWorkflowTrigger',
		{ inputSource: 'passthrough' },
		{ typeVersion: 1.1 },
	);
	const { type, parameters } = registeringReturns;
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const registering = serviceNode('Node', type, parameters, retrying);
	const subWorkflow = chain('Called', [called, ...itemsFor('ab'), registering]);
	const caller = node(
		'Call',
		'n8n-nodes-base.executeWorkflow',
		{
			source: 'parameter',
			workflowJson: JSON.stringify(await withCredentials(subWorkflow)),
			mode: 'each',
		},
		{ typeVersion: 1.2 },
	);
	const calling = chain('Calling', [manualTrigger(), ...itemsFor('xy'), caller]);
	const execution = await bed.client.runWorkflow(await store(calling));
	assert.equal(execution.status, 'success', execution.failure);
	const { requests, state } = bed.sandbox;
	const bodies = requests.map(({ body }) => /** @type {object} */ (body ?? {}));
	assert.deepEqual(notesOf(bodies), [...'aabbb']);
	assert.deepEqual(notesOf(state.returns), [...'aabb']);
});

/** @param {Workflow} workflow @returns {Promise<Workflow>} with the credentials of the sandbox */
async function withCredentials(workflow) {
	const { name, nodes, connections, settings } = await store(workflow);
	return { name, nodes, connections, settings };
}
