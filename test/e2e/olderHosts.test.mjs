// The built package in the oldest n8n that it supports.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { oldestHost } from '../../scripts/n8n/pinnedHosts.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import {
	chain,
	itemsOf,
	manualTrigger,
	node,
	pollTimesEvery,
	serviceNode,
	webhookTrigger,
} from '../../scripts/n8n/workflows.mjs';

/** @type {import('../../scripts/n8n/testBed.mjs').TestBed} */
let bed;

before(async () => {
	// It does not know all parts of n8n that newer versions can do without.
	const env = { N8N_DISABLED_MODULES: 'insights' };
	bed = await startTestBed({ host: { pinned: oldestHost, env } });
});
after(async () => await bed?.stop());

/**
 * Stores a workflow and activates it, for which this n8n needs no time in the background.
 *
 * @param {import('../../scripts/n8n/n8nRestClient.mjs').Workflow} workflow
 */
async function activate(workflow) {
	const { client, credentials } = bed;
	const stored = await client.importWorkflow(workflow, credentials);
	const { id, versionId } = stored;
	await client.request('POST', `/rest/workflows/${id}/activate`, { versionId });
	return stored;
}

test('it is the version that the README names', async () => {
	const pinned = JSON.parse(await readFile(path.join(oldestHost.folder, 'package.json'), 'utf8'));
	const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
	const [major, minor] = pinned.dependencies.n8n.split('.');
	assert.match(readme, new RegExp(`need n8n ${major}\\.${minor} or newer`));
});

test('it loads every node of the package', async () => {
	const manifest = JSON.parse(
		await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
	);
	const loaded = await bed.client.nodeTypes(`${manifest.name}.`);
	for (const file of /** @type {string[]} */ (manifest.n8n.nodes)) {
		const name = path.basename(file, '.node.js').replace(/^I/, 'i');
		assert.ok(loaded.includes(`${manifest.name}.${name}`), `${name} is missing.`);
	}
});

test('its test of the credential passes, and fails with a wrong secret', async () => {
	const { client, credential, sandbox } = bed;
	assert.equal((await client.testCredential(credential)).status, 'OK');
	const { type } = credential;
	const wrong = await client.createCredential('Wrong', type, {
		...sandbox.credential,
		clientSecret: 'not-it',
	});
	assert.equal((await client.testCredential(wrong)).status, 'Error');
});

test('items come out in order, and failed ones on the error output', async () => {
	const { client, credentials, sandbox } = bed;
	const [first, second] = [...sandbox.state.users.keys()];
	const unknown = '11111111-2222-4333-8444-555555555555';
	const workflow = await client.importWorkflow(
		chain('Items', [
			manualTrigger(),
			...itemsOf([{ id: first }, { id: unknown }, { id: second }]),
			serviceNode(
				'User',
				'integrationServiceUser',
				{
					resource: 'user',
					operation: 'get',
					userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				},
				{ onError: 'continueErrorOutput' },
			),
		]),
		credentials,
	);
	const execution = await client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	assert.deepEqual(
		execution.items('User').map(({ userId }) => userId),
		[first, second],
	);
	const [failed, ...others] = execution.items('User', 1);
	assert.deepEqual(others, []);
	const { errorCode } = /** @type {{ errorCode: string }} */ (failed?.error);
	assert.deepEqual([failed?.id, errorCode], [unknown, 'user-not-found']);
});

test('a person who signed in sends an invitation', async () => {
	const { client, credentials, sandbox } = bed;
	const { userId } = sandbox.samples;
	const workflow = await client.importWorkflow(
		chain('Invitation', [
			manualTrigger(),
			serviceNode('Invite', 'integrationServiceUser', {
				resource: 'user',
				operation: 'sendInvitation',
				authentication: 'user',
				userId: { __rl: true, mode: 'id', value: userId },
			}),
		]),
		credentials,
	);
	const execution = await client.runWorkflow(workflow);
	assert.deepEqual(execution.items('Invite'), [{ success: true, userId }], execution.failure);
});

test('an answer of the agent streams to the caller of a webhook', async () => {
	await activate(
		chain('Streaming', [
			webhookTrigger('ask', { responseMode: 'streaming' }),
			serviceNode('Agent', 'integrationServiceAgent', {
				resource: 'thread',
				operation: 'create',
				question: 'How were the sales?',
			}),
		]),
	);
	const response = await fetch(`${bed.host.baseUrl}/webhook/ask`, { method: 'POST' });
	const chunks = (await response.text()).trim().split('\n');
	const text = chunks.map((line) => JSON.parse(line).content ?? '').join('');
	assert.ok(chunks.length > 10, 'It came in few pieces.');
	assert.match(text, /^You asked: How were the sales\?\nHere is .+\.$/);
});

test('the trigger fires for a run', async () => {
	const { client, sandbox } = bed;
	const { assignmentId = '' } = sandbox.samples;
	const workflow = await activate(
		chain('Watch', [
			serviceNode('Agent Trigger', 'integrationServiceAgentTrigger', {
				watch: 'assignment',
				assignmentId: { __rl: true, mode: 'id', value: assignmentId },
				triggerOn: ['runFinished'],
				options: { includeLogs: true },
				pollTimes: pollTimesEvery(3),
			}),
			node('Reached', 'n8n-nodes-base.noOp'),
		]),
	);
	const { runId } = sandbox.runs.start(assignmentId);
	sandbox.runs.finish(runId);
	const [execution, ...others] = await client.waitForExecutions(workflow, 1);
	assert.deepEqual(others, []);
	assert.deepEqual(
		execution?.items('Agent Trigger').map((item) => [item.event, item.runId]),
		[['runFinished', runId]],
	);
});
