// n8n's Retry On Fail in a real n8n: which executions of a node are tries of the same one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { chain, itemsOf, manualTrigger, node, serviceNode } from '../../scripts/n8n/workflows.mjs';
import { registeringReturns } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed());

const { faults, requests, state } = bed.sandbox;

/** @typedef {import('../../scripts/n8n/n8nRestClient.mjs').Workflow} Workflow */

/** Registers returns; n8n executes it at most three times. */
const registering = () =>
	serviceNode('Node', registeringReturns.type, registeringReturns.parameters, {
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1,
	});

/** @param {string} notes one letter for each item */
const itemsFor = (notes) => itemsOf([...notes].map((note) => ({ note })));

/** @param {Workflow} workflow */
const store = async (workflow) => await bed.client.importWorkflow(workflow, bed.credentials);

/** @param {Workflow} workflow */
const run = async (workflow) => await bed.client.runWorkflow(await store(workflow));

/**
 * Rejects returns with a note.
 *
 * @param {string} note
 * @param {number} [times]
 */
function reject(note, times) {
	const errorCode = 'invalid-request';
	return faults.add({
		operation: 'return.create',
		includes: `"note":"${note}"`,
		status: 400,
		errorCode,
		times,
	});
}

/**
 * What a test sends, and what the service has of it.
 *
 * @returns {{ sent: () => string, registered: () => string }} the notes, in alphabetical order
 */
function countNotes() {
	const earlier = [requests.length, state.returns.length];
	/** @param {readonly { note?: unknown }[]} returns */
	const notesOf = (returns) =>
		returns
			.flatMap(({ note }) => (note ? [note] : []))
			.sort()
			.join('');
	return {
		sent: () =>
			notesOf(requests.slice(earlier[0]).map(({ body }) => /** @type {object} */ (body ?? {}))),
		registered: () => notesOf(state.returns.slice(earlier[1])),
	};
}

test('each round of Loop Over Items sends its own items', async () => {
	const notes = countNotes();
	reject('b', 1);
	reject('d', 2);
	const workflow = chain('Loop', [
		manualTrigger(),
		...itemsFor('abcd'),
		node(
			'Loop',
			'n8n-nodes-base.splitInBatches',
			{ batchSize: 2, options: {} },
			{ typeVersion: 3 },
		),
		registering(),
	]);
	const toNode = [{ node: 'Node', type: 'main', index: 0 }];
	const back = [{ node: 'Loop', type: 'main', index: 0 }];
	Object.assign(workflow.connections, { Loop: { main: [[], toNode] }, Node: { main: [back] } });
	const execution = await run(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	assert.equal(execution.runs('Node').length, 2);
	assert.deepEqual([notes.sent(), notes.registered()], ['abbcddd', 'abcd']);
});

test('each call of a sub-workflow sends its items', async () => {
	const notes = countNotes();
	reject('b', 1);
	const called = node(
		'Start',
		'n8n-nodes-base.executeWorkflowTrigger',
		{ inputSource: 'passthrough' },
		{ typeVersion: 1.1 },
	);
	const subWorkflow = chain('Called', [called, ...itemsFor('ab'), registering()]);
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
	const execution = await run(chain('Calling', [manualTrigger(), ...itemsFor('xy'), caller]));
	assert.equal(execution.status, 'success', execution.failure);
	assert.deepEqual([notes.sent(), notes.registered()], ['aabbb', 'aabb']);
});

/** @param {Workflow} workflow @returns {Promise<Workflow>} with the credentials of the sandbox */
async function withCredentials(workflow) {
	const { name, nodes, connections, settings } = await store(workflow);
	return { name, nodes, connections, settings };
}

test('a second click on Execute sends all items again', async () => {
	const notes = countNotes();
	const workflow = await store(
		chain('Retry On Fail', [manualTrigger(), ...itemsFor('ab'), registering()]),
	);
	const fault = reject('b');
	assert.equal((await bed.client.runWorkflow(workflow)).status, 'error');
	assert.deepEqual([notes.sent(), notes.registered()], ['abbb', 'a']);
	fault.remove();
	const again = await bed.client.runWorkflow(workflow);
	assert.equal(again.status, 'success', again.failure);
	assert.deepEqual([notes.sent(), notes.registered()], ['aabbbb', 'aab']);
});
