// What several files send through a running n8n.
import assert from 'node:assert/strict';
import {
	chain,
	itemsOf,
	manualTrigger,
	node,
	pollTimesEvery,
	serviceNode,
} from '../../scripts/n8n/workflows.mjs';

/** @typedef {import('../../scripts/n8n/testBed.mjs').TestBed} TestBed */

/** @typedef {import('../../scripts/n8n/n8nRestClient.mjs').Credential} Credential */

/** @typedef {import('../../scripts/n8n/execution.mjs').Json} Json */

/** @typedef {{ type: string, parameters: Record<string, unknown> }} Operation of a node of the package */

/**
 * The error of a failed item.
 *
 * @typedef {object} ItemError
 * @property {string} message
 * @property {string} description
 * @property {string} errorCode
 * @property {number | null} httpStatus
 */

/** @param {unknown} value of a picker in which an identifier was typed */
export const byId = (value) => ({ __rl: true, mode: 'id', value });

/** A read that needs nothing. */
const someUsers = {
	type: 'integrationServiceUser',
	parameters: { resource: 'user', operation: 'getAll', returnAll: false, limit: 3 },
};

/** Reads the user of each item's `userId`. */
export const readingUsers = {
	type: 'integrationServiceUser',
	parameters: { resource: 'user', operation: 'get', userId: byId('={{ $json.userId }}') },
};

/** Registers a return for each item, with its `note`. */
export const registeringReturns = {
	type: 'integrationServiceOrderManagement',
	parameters: {
		resource: 'return',
		operation: 'create',
		rows: { row: [{ stockKeepingUnitId: 88123, quantity: 1 }] },
		additionalFields: { note: '={{ $json.note }}' },
	},
};

/** A question to the agent. */
export const asking = {
	type: 'integrationServiceAgent',
	parameters: { resource: 'thread', operation: 'create', question: 'How were the sales?' },
};

/**
 * A workflow that takes items through one node, in which a failed item is an item too.
 *
 * @param {Operation} operation
 * @param {readonly object[]} [items] one empty item if there is none
 * @param {import('../../scripts/n8n/n8nRestClient.mjs').WorkflowNode} [trigger]
 */
export function workflowOf(operation, items = [], trigger = manualTrigger()) {
	const { type, parameters } = operation;
	return chain(type, [
		trigger,
		...(items.length > 0 ? itemsOf(items) : []),
		serviceNode('Node', type, parameters, { onError: 'continueRegularOutput' }),
	]);
}

/**
 * A workflow that a trigger of the package starts.
 *
 * @param {'Trigger' | 'Agent Trigger'} name
 * @param {Record<string, unknown>} parameters
 * @param {number} [pollInterval] seconds
 */
export function watchingWorkflow(name, parameters, pollInterval = 3) {
	const type = `integrationService${name.replace(' ', '')}`;
	return chain(name, [
		serviceNode(name, type, { ...parameters, pollTimes: pollTimesEvery(pollInterval) }),
		node('Reached', 'n8n-nodes-base.noOp'),
	]);
}

/**
 * The events in the items of the agent trigger.
 *
 * @param {readonly import('../../scripts/n8n/execution.mjs').Execution[]} executions
 */
export function eventsOf(executions) {
	const items = executions.flatMap((execution) => execution.items('Agent Trigger'));
	return items.map(({ event, runId }) => `${event} ${runId}`);
}

/**
 * Runs a node over items.
 *
 * @param {TestBed} bed
 * @param {Credential} credential
 * @param {Operation} [operation] reads three users if left out
 * @param {readonly object[]} [items] one empty item if left out
 * @returns {Promise<(Json & { error?: ItemError })[]>}
 */
export async function runNode(bed, credential, operation = someUsers, items = []) {
	const workflow = await bed.client.importWorkflow(workflowOf(operation, items), [credential]);
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	return /** @type {(Json & { error?: ItemError })[]} */ (execution.items('Node'));
}

/**
 * Runs a node that is not to succeed.
 *
 * @param {Parameters<typeof runNode>} parameters
 * @returns {Promise<ItemError>}
 */
export async function runFailing(...parameters) {
	const [item] = await runNode(...parameters);
	assert.ok(item?.error, `It did not fail: ${JSON.stringify(item)}`);
	return item.error;
}

/**
 * A credential of the sandbox's API client that reaches it by another address.
 *
 * @param {TestBed} bed
 * @param {string} address of the sandbox, without a slash at the end
 * @returns {Promise<Credential>}
 */
export async function createCredentialAt(bed, address) {
	const { authServerUrl, baseUrl } = bed.sandbox.credential;
	return await bed.client.createCredential(address, bed.credential.type, {
		...bed.sandbox.credential,
		baseUrl: address,
		authServerUrl: authServerUrl.replace(baseUrl, address),
	});
}

/**
 * Requires that credential test, tokens, requests and answers work at an address of the sandbox.
 *
 * @param {TestBed} bed
 * @param {string} address
 */
export async function requireWorking(bed, address) {
	const credential = await createCredentialAt(bed, address);
	const { status, message } = await bed.client.testCredential(credential);
	assert.equal(status, 'OK', message);
	assert.equal((await runNode(bed, credential)).length, 3);
	bed.sandbox.scriptStream({ chunks: answerEvents() });
	const answer = { threadId: 't-1', output: words.join(''), complete: true };
	const eventCount = words.length + 2;
	assert.deepEqual(await runNode(bed, credential, asking), [{ ...answer, eventCount }]);
}

/** The words of an answer. */
export const words = ['Sales ', 'rose ', 'by 4 % ', 'last ', 'week.'];

/**
 * The events of an answer.
 *
 * @param {(word: string) => Promise<unknown>} [afterWord] waited for before the next word is sent
 */
export async function* answerEvents(afterWord = async () => {}) {
	yield 'event: thread\ndata: {"threadId":"t-1"}\n\n';
	for (const word of words) {
		yield `event: delta\ndata: ${JSON.stringify({ delta: word })}\n\n`;
		await afterWord(word);
	}
	yield 'event: done\ndata: {}\n\n';
}
