// The built package in the oldest n8n that it supports.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readChunks } from '../../scripts/browser/agentChat.mjs';
import { oldestHost } from '../../scripts/n8n/pinnedHosts.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import {
	chain,
	itemsOf,
	manualTrigger,
	serviceNode,
	webhookTrigger,
} from '../../scripts/n8n/workflows.mjs';

import { packageNodes } from './catalogue.mjs';
import {
	asking,
	byId,
	eventsOf,
	readingUsers,
	registeringReturns,
	runNode,
	watchingWorkflow,
	workflowOf,
} from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

// It does not know all parts of n8n that newer versions can do without.
const env = { N8N_DISABLED_MODULES: 'insights' };
const bed = stopAfterTests(await startTestBed({ host: { pinned: oldestHost, env } }));

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

test('is the version in the README', async () => {
	const pinned = JSON.parse(await readFile(path.join(oldestHost.folder, 'package.json'), 'utf8'));
	const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
	const [major, minor] = pinned.dependencies.n8n.split('.');
	assert.match(readme, new RegExp(`need n8n ${major}\\.${minor} or newer`));
});

test('loads every node of the package', async () => {
	const prefix = 'n8n-nodes-integration-service.';
	const loaded = await bed.client.nodeTypes(prefix);
	for (const { description } of packageNodes) {
		assert.ok(loaded.includes(prefix + description.name), `${description.name} is missing.`);
	}
});

test('tests a credential with a scope, and rejects a wrong secret', async () => {
	const { client, credential, sandbox } = bed;
	const { type } = credential;
	// This n8n sends an empty scope if the field is empty.
	const fields = { ...sandbox.credential, scope: 'svc:user:read' };
	const filledIn = await client.createCredential('Filled in', type, fields);
	assert.equal((await client.testCredential(filledIn)).status, 'OK');
	const wrong = await client.createCredential('Wrong', type, { ...fields, clientSecret: 'not-it' });
	assert.equal((await client.testCredential(wrong)).status, 'Error');
});

test('returns items in order, and failed items on the error output', async () => {
	const { client, credentials, sandbox } = bed;
	const [first, second] = [...sandbox.state.users.keys()];
	const unknown = '11111111-2222-4333-8444-555555555555';
	const { type, parameters } = readingUsers;
	const workflow = await client.importWorkflow(
		chain('Items', [
			manualTrigger(),
			...itemsOf([first, unknown, second].map((userId) => ({ userId }))),
			serviceNode('User', type, parameters, { onError: 'continueErrorOutput' }),
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
	assert.deepEqual([failed?.userId, errorCode], [unknown, 'user-not-found']);
});

for (const error of [null, 'timeout']) {
	test(`Retry On Fail sends a return with the error ${JSON.stringify(error)} once`, async () => {
		const { client, credentials, sandbox } = bed;
		const fault = sandbox.faults.add({
			operation: 'return.create',
			replaceBody: (body) => ({ .../** @type {object} */ (body), error }),
		});
		const earlier = sandbox.state.returns.length;
		const { type, parameters } = registeringReturns;
		const workflow = await client.importWorkflow(
			chain('Return', [
				manualTrigger(),
				...itemsOf([{ note: 'a' }, { note: 'b' }]),
				serviceNode('Return', type, parameters, { retryOnFail: true, waitBetweenTries: 1 }),
			]),
			credentials,
		);
		const execution = await client.runWorkflow(workflow);
		fault.remove();
		assert.equal(execution.status, 'success', execution.failure);
		assert.equal(sandbox.state.returns.length - earlier, 2);
	});
}

test('sends an invitation as a signed-in user', async () => {
	const { userCredential, sandbox } = bed;
	const { userId } = sandbox.samples;
	const inviting = {
		type: 'integrationServiceUser',
		parameters: {
			resource: 'user',
			operation: 'sendInvitation',
			authentication: 'user',
			userId: byId(userId),
		},
	};
	const items = await runNode(bed, userCredential, inviting);
	assert.deepEqual(items, [{ success: true, userId }]);
});

test('streams an answer to the caller of a webhook', async () => {
	await activate(workflowOf(asking, [], webhookTrigger('ask', { responseMode: 'streaming' })));
	const chunks = await readChunks(`${bed.host.baseUrl}/webhook/ask`, {});
	const text = chunks.map(({ content = '' }) => content).join('');
	assert.ok(chunks.length > 10, 'It came in few pieces.');
	assert.match(text, /^You asked: How were the sales\?\nHere is .+\.$/);
});

test('starts a workflow for a run', async () => {
	const { client, sandbox } = bed;
	const { assignmentId = '' } = sandbox.samples;
	const workflow = await activate(
		watchingWorkflow('Agent Trigger', {
			watch: 'assignment',
			assignmentId: byId(assignmentId),
			triggerOn: ['runFinished'],
			options: { includeLogs: true },
		}),
	);
	const { runId } = sandbox.runs.start(assignmentId);
	sandbox.runs.finish(runId);
	const executions = await client.waitForExecutions(workflow, 1);
	assert.deepEqual(eventsOf(executions), [`runFinished ${runId}`]);
});
