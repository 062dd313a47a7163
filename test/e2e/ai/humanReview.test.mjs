// The example with human review: what a person rejects is never sent, what they approve once.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'flatted';
import { DataTables } from '../../../scripts/n8n/dataTables.mjs';
import { startModelBed, toolResults } from './languageModel.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const example = new URL('../../../examples/human-review.json', import.meta.url);
const bed = stopAfterTests(await startModelBed());
const workflow = await bed.client.importWorkflow(
	JSON.parse(await readFile(example, 'utf8')),
	bed.credentials,
);

/** Writes to the agent as in the chat of the editor; resolves with the ID of the execution. */
async function write() {
	const json = { sessionId: 'one', action: 'sendMessage', chatInput: 'Do it.' };
	const run = { startTime: Date.now(), executionTime: 0, executionIndex: 0, source: [null] };
	const data = { ...run, executionStatus: 'success', data: { main: [[{ json }]] } };
	const { executionId } = await bed.client.request('POST', `/rest/workflows/${workflow.id}/run`, {
		workflowData: workflow,
		triggerToStartFrom: { name: 'Chat', data },
	});
	return executionId;
}

/**
 * Waits until the execution asks for a review.
 *
 * @param {string} executionId
 * @returns {Promise<{ text: string, buttons: { text: string, link: string }[] }>}
 */
async function reviewOf(executionId) {
	const giveUp = Date.now() + 60_000;
	for (;;) {
		const record = await bed.client.request('GET', `/rest/executions/${executionId}`);
		if (record.status === 'waiting') {
			const { runData } = parse(record.data).resultData;
			const [item] = Object.values(runData.Review.at(-1).data)[0][0];
			return item.sendMessage;
		}
		assert.ok(Date.now() < giveUp && record.status === 'running', `It is ${record.status}.`);
		await wait(200);
	}
}

/**
 * Has the model call a tool behind the review, and decides.
 *
 * @param {string} tool
 * @param {object} toolParameters
 * @param {'Approve' | 'Reject'} decision
 */
async function decide(tool, toolParameters, decision) {
	bed.sandbox.reset();
	bed.model.turns.length = 0;
	bed.model.speak = (turn) =>
		toolResults(turn).at(-1) ?? [{ tool, parameters: { toolParameters, hitlParameters: {} } }];
	const { text, buttons } = await reviewOf(await write());
	assert.equal(bed.sandbox.log.total, 0, 'Something was sent before the decision.');
	for (const value of Object.values(toolParameters)) assert.ok(text.includes(String(value)), text);
	const link = buttons.find((button) => button.text === decision)?.link ?? '';
	// n8n ignores the links that a bot follows, such as for a preview.
	const response = await fetch(link, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
	assert.equal(response.status, 200);
}

/** What the model learned of its call, in its second turn. */
async function untilModelSpoke() {
	const giveUp = Date.now() + 60_000;
	while (bed.model.turns.length < 2 && Date.now() < giveUp) await wait(100);
	// Time for a request too many.
	await wait(2_000);
	return toolResults(
		/** @type {import('./languageModel.mjs').Turn} */ (bed.model.turns.at(-1)),
	).join();
}

test('sends nothing for a rejected call, and informs the model', async () => {
	const [userId = ''] = bed.sandbox.state.users.keys();
	await decide('Delete_User', { userId }, 'Reject');
	assert.match(await untilModelSpoke(), /rejected the tool call/);
	assert.equal(bed.sandbox.log.total, 0);
	assert.ok(bed.sandbox.state.users.has(userId));
});

test('sends an approved call exactly once', async () => {
	const [userId = ''] = bed.sandbox.state.users.keys();
	await decide('Delete_User', { userId }, 'Approve');
	assert.match(await untilModelSpoke(), /"deleted":true/);
	assert.deepEqual(
		bed.sandbox.requests.map(({ operation, path }) => [operation, path.includes(userId)]),
		[['user.delete', true]],
	);
});

test('registers a return with defaults, and once if it is approved twice', async () => {
	const values = { stockKeepingUnitId: 88123, deliveryNumber: 'D-5012' };
	await decide('Register_Return', values, 'Approve');
	assert.match(await untilModelSpoke(), /"registered":true/);
	assert.deepEqual(
		bed.sandbox.requests.map(({ body }) => body),
		[{ deliveryNumber: 'D-5012', rows: [{ quantity: 1, stockKeepingUnitId: 88123 }] }],
	);

	const tables = new DataTables(bed.client);
	const logged = (await tables.read('Agent log')).length;
	await decide('Register_Return', values, 'Approve');
	assert.match(await untilModelSpoke(), /"registered":false/);
	assert.deepEqual(bed.sandbox.requests, []);
	const rows = (await tables.read('Agent log')).slice(logged);
	assert.deepEqual(
		rows.map(({ request, answer }) => [request, /"registered":false/.test(answer ?? '')]),
		[['Do it.', true]],
	);
});

test('registers no return without a delivery, as its key is not unique', async () => {
	const values = { stockKeepingUnitId: 88123, deliveryNumber: '' };
	await decide('Register_Return', values, 'Approve');
	assert.match(await untilModelSpoke(), /'Unique Key' in Options is empty/);
	assert.deepEqual(bed.sandbox.requests, []);
});
