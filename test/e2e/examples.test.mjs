// Every example as a user imports it: only the credential is filled in.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
	callTool,
	connectMcp,
	createMcpToken,
	exampleCalls,
	mcpTriggerType,
	toolName,
} from './ai/mcpServer.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { pollTimesEvery } from '../../scripts/n8n/workflows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

/** @typedef {import('../../scripts/n8n/n8nRestClient.mjs').Workflow} Workflow */

/** @typedef {import('../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} StoredWorkflow */

/**
 * What came of a workflow.
 *
 * @typedef {Pick<import('../../scripts/n8n/execution.mjs').Execution, 'status' | 'failure' | 'items'>} Outcome
 */

const packagePrefix = 'n8n-nodes-integration-service.';

const folder = new URL('../../examples/', import.meta.url);

const bed = stopAfterTests(await startTestBed());
const mcpToken = await createMcpToken(bed);
beforeEach(() => bed.sandbox.reset());

/**
 * How a workflow is set off, by the type of its trigger.
 *
 * @type {Record<string, (workflow: StoredWorkflow) => Promise<Outcome | undefined>>}
 */
const triggers = {
	'n8n-nodes-base.manualTrigger': async (workflow) => await bed.client.runWorkflow(workflow),

	[mcpTriggerType]: async (workflow) => {
		await bed.client.activate(workflow);
		const client = await connectMcp(bed, workflow, mcpToken);
		/** @type {Map<string, Record<string, unknown>[]>} */
		const given = new Map();
		for (const [name, parameters] of Object.entries(exampleCalls(bed.sandbox))) {
			const { isError, text } = await callTool(client, toolName(name), parameters);
			assert.equal(isError, false, `${name}: ${text}`);
			given.set(name, [JSON.parse(text)].flat());
		}
		await client.close();
		await bed.client.deactivate(workflow);
		return { status: 'success', failure: '', items: (name) => given.get(name) ?? [] };
	},

	[`${packagePrefix}integrationServiceAgentTrigger`]: async (workflow) => {
		const { runs, samples } = bed.sandbox;
		await bed.client.activate(workflow);
		const { assignmentId } = /** @type {{ assignmentId?: { value: string } }} */ (
			parametersOf(workflow, `${packagePrefix}integrationServiceAgentTrigger`)
		);
		const { runId } = runs.start(assignmentId?.value ?? samples.assignmentId ?? '');
		runs.finish(runId);
		return await lastExecution(workflow);
	},

	[`${packagePrefix}integrationServiceTrigger`]: async (workflow) => {
		const { users } = bed.sandbox.state;
		await bed.client.activate(workflow);
		const { resource } = parametersOf(workflow, `${packagePrefix}integrationServiceTrigger`);
		const [user] = users.values();
		if (resource === 'user' && user) {
			// After the poll of the activation.
			while ((bed.sandbox.counts['user.getAll'] ?? 0) === 0) await wait(50);
			await wait(1_000);
			users.set('11111111-1111-4111-8111-111111111111', {
				...user,
				userId: '11111111-1111-4111-8111-111111111111',
			});
		}
		return await lastExecution(workflow);
	},
};

/**
 * @param {StoredWorkflow} workflow
 * @param {string} type
 */
function parametersOf(workflow, type) {
	return workflow.nodes.find((node) => node.type === type)?.parameters ?? {};
}

/** @param {StoredWorkflow} workflow */
async function lastExecution(workflow) {
	const executions = await bed.client.waitForExecutions(workflow, 1, { timeout: 60_000 });
	await bed.client.deactivate(workflow);
	return executions.at(-1);
}

/**
 * The workflow with a trigger that polls every few seconds, and waits that take one, so the
 * test need not wait for minutes.
 *
 * @param {Workflow} workflow
 * @returns {Workflow}
 */
function inHaste(workflow) {
	const nodes = workflow.nodes.map((node) => {
		/** @type {Record<string, unknown>} */
		const hastened = {};
		if (/integrationService(Agent)?Trigger$/.test(node.type))
			hastened.pollTimes = pollTimesEvery(3);
		if (node.type === 'n8n-nodes-base.wait')
			Object.assign(hastened, { amount: 1, unit: 'seconds' });
		return { ...node, parameters: { ...node.parameters, ...hastened } };
	});
	return { ...workflow, nodes };
}

/** Run in recipes.test.mjs and ai/humanReview.test.mjs, as they need rows, a file or a person. */
const recipes = [
	'joiners',
	'leavers',
	'new-journals',
	'returns-from-csv',
	'group-audit',
	'human-review',
	'failed-executions',
	'agent-chat',
];

const files = (await readdir(folder))
	.filter((name) => name.endsWith('.json') && !recipes.includes(name.replace('.json', '')))
	.sort();
assert.notEqual(files.length, 0, `There is no example in ${fileURLToPath(folder)}.`);

for (const file of files) {
	test(file, async () => {
		/** @type {Workflow} */
		const example = JSON.parse(await readFile(new URL(file, folder), 'utf8'));
		const workflow = await bed.client.importWorkflow(inHaste(example), bed.credentials);
		const trigger = workflow.nodes.find(({ type }) => type in triggers);
		assert.ok(trigger, 'The example has no trigger that the test can set off.');
		const execution = await triggers[trigger.type]?.(workflow);
		assert.equal(execution?.status, 'success', execution?.failure);

		const used = workflow.nodes.filter(({ type }) => type.startsWith(packagePrefix));
		assert.notEqual(used.length, 0, 'The example uses no node of the package.');
		for (const { name, ...node } of used) {
			const items = execution.items(name);
			// An example may show what the error output is for.
			const refused = 'onError' in node ? execution.items(name, 1) : [];
			assert.notEqual(items.length + refused.length, 0, `"${name}" put nothing out.`);
			const failed = items.find(({ error }) => error !== undefined);
			assert.equal(failed, undefined, `"${name}" put out an error item.`);
		}
	});
}
