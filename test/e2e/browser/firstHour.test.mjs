// The first hour with a service that calls all fields otherwise: credential, Check, paste, work.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from '../../../scripts/browser/editor.mjs';
import { importSandbox } from '../../../scripts/build/build.mjs';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import {
	chain,
	manualTrigger,
	pollTimesEvery,
	serviceNode,
} from '../../../scripts/n8n/workflows.mjs';
import { readNodeTypes } from '../catalogue.mjs';
import { byId } from '../flows.mjs';
import { atOtherServices } from '../nights/readings.mjs';
import { operationCases } from '../operationCases.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

/** @typedef {import('../../../scripts/n8n/n8nRestClient.mjs').Credential} Credential */

/** @typedef {import('../../../src/api/operations.js').OperationId} OperationId */

const { readingOf, standardReading } = await importSandbox();
const bed = stopAfterTests(await startTestBed({ host: { env: { GENERIC_TIMEZONE: 'UTC' } } }));
const nodeTypes = await readNodeTypes(bed.client, { asTool: false });
const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
after(async () => await editor.close());

/** One operation of each node, with the agent's lists besides. */
const operations = /** @type {const} */ ([
	'journal.getAll',
	'user.create',
	'userGroup.create',
	'assignment.create',
	'run.getLogs',
	'propertyKey.update',
	'propertyKey.create',
	'ticket.unassign',
	'page.get',
	'return.create',
]);

/**
 * What the Check node returns.
 *
 * @typedef {object} Result
 * @property {Record<string, unknown>} fieldNames
 * @property {Array<{ verdict: string, found?: string[] }>} findings
 */

/** @param {Credential} credential */
async function storeCheck(credential) {
	return await bed.client.importWorkflow(
		chain('Check', [manualTrigger(), serviceNode('Check', 'integrationServiceCheck', {})]),
		[credential],
	);
}

/**
 * @param {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} workflow
 * @returns {Promise<Result>}
 */
async function check(workflow) {
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	const [first, ...findings] = execution.items('Check');
	return /** @type {Result} */ (/** @type {unknown} */ ({ ...first, findings }));
}

/** @param {Credential} credential */
async function doOneOfEach(credential) {
	const nodes = operations.map((id) => {
		const [resource, operation] = id.split('.');
		const { parameters } = operationCases[id].success(bed.sandbox);
		return serviceNode(id, nodeTypes.get(id) ?? '', { resource, operation, ...parameters });
	});
	const request = { path: '/admin/user/connected-tenants', scope: 'user:read' };
	nodes.push(serviceNode('request', 'integrationServiceRequest', request));
	const branches = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	const workflow = await bed.client.importWorkflow(
		{
			name: 'One of each',
			nodes: [manualTrigger(), ...nodes],
			connections: { Start: { main: [branches] } },
		},
		[credential],
	);
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
}

/** @param {Credential} credential */
async function waitForRun(credential) {
	const [assignment] = bed.sandbox.state.assignments.values();
	const runs = chain('Runs', [
		serviceNode('Trigger', 'integrationServiceAgentTrigger', {
			watch: 'assignment',
			assignmentId: byId(assignment?.assignmentId),
			triggerOn: ['runFinished'],
			startFrom: 'existing',
			pollTimes: pollTimesEvery(3),
		}),
	]);
	const workflow = await bed.client.importWorkflow(runs, [credential]);
	await bed.client.activate(workflow);
	const [execution] = await bed.client.waitForExecutions(workflow, 1);
	await bed.client.deactivate(workflow);
	assert.equal(execution?.status, 'success', execution?.failure);
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
	test(`one paste is enough for the names of seed ${seed}`, async () => {
		bed.sandbox.reset();
		const { otherNames } = readingOf(seed);
		bed.sandbox.reading = { ...standardReading, names: 'other', otherNames };
		const credential = await bed.client.createCredential(
			`Seed ${seed}`,
			bed.credential.type,
			bed.sandbox.credential,
		);
		const workflow = await storeCheck(credential);
		const { fieldNames } = await check(workflow);

		await editor.openWorkflow(workflow, 'Check');
		await editor.executeStep();
		const [row] = await editor.outputTable();
		assert.match(row?.summary ?? '', /Paste 'fieldNames' into/);
		await editor.copyOutput('fieldNames');
		await editor.pasteIntoCredential(credential, 'fieldNames');
		const stored = await bed.client.readCredential(credential);
		assert.deepEqual(JSON.parse(String(stored.fieldNames)), fieldNames);

		const { findings } = await check(workflow);
		const left = findings.filter(
			({ verdict, found }) => verdict === 'different' && found?.length === 1,
		);
		assert.deepEqual(left, []);
		for (const [name, requireRight] of Object.entries(atOtherServices)) {
			// No list shows what the service calls a question, so the user adds that name by hand.
			if (name !== 'agent-chat') await requireRight(bed, [credential]);
		}
		await waitForRun(credential);
		await doOneOfEach(credential);
	});
}
