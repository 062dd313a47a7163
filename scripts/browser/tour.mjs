import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { chain, manualTrigger, pollTimesEvery, serviceNode } from '../n8n/workflows.mjs';
import { Editor } from './editor.mjs';

/** @typedef {import('../n8n/testBed.mjs').TestBed} TestBed */

/**
 * Where a step is walked.
 *
 * @typedef {object} Scene
 * @property {TestBed} bed
 * @property {Editor} editor of `openTourEditor`
 * @property {(picture: string, subject: import('playwright-core').Locator) => Promise<void>} show
 *   called with the name of a picture of docs/images when it can be taken
 */

const projectFolder = new URL('../../', import.meta.url);

const viewport = { width: 1100, height: 700 };

/**
 * @param {TestBed} bed
 * @returns {Promise<Editor>} with the size of a picture that is readable in a document
 */
export async function openTourEditor({ host, owner }) {
	return await Editor.open({ baseUrl: host.baseUrl, owner, viewport, scale: 1.5 });
}

/** @param {string} file in the project */
async function readJson(file) {
	return JSON.parse(await readFile(new URL(file, projectFolder), 'utf8'));
}

/**
 * An example that fits a small picture.
 *
 * @param {import('../n8n/workflows.mjs').Workflow} example
 */
function withoutNotes(example) {
	const nodes = example.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
	return { ...example, nodes };
}

/** @param {Editor} editor */
function wholePage({ page }) {
	return page.locator('body');
}

/** @param {Scene} scene */
async function install({ editor, show }) {
	const { name } = await readJson('package.json');
	await editor.fillInInstall(name);
	await show('install', wholePage(editor));
	await editor.newWorkflow();
	await editor.searchNodes('Integration Service');
	await show('nodes', wholePage(editor));
}

/** @param {Scene} scene */
async function testCredential({ bed, editor, show }) {
	await editor.newCredential('Integration Service OAuth2 API');
	// n8n shows the fields of OAuth2 first, and the others below the edge of the form.
	await editor.page.setViewportSize({ ...viewport, height: 1200 });
	const style = await editor.page.addStyleTag({
		content: '.el-dialog { height: 1150px !important; max-height: none !important; }',
	});
	const { baseUrl, authServerUrl, tenantId, clientId, clientSecret } = bed.sandbox.credential;
	await editor.fillIn({ clientId, clientSecret, baseUrl, authServerUrl, tenantId });
	await editor.saveCredential();
	await editor.see('credentials-config-container-test-success').waitFor();
	await show('credential', editor.see('editCredential-modal'));
	await style.evaluate((element) => element.remove());
	await editor.page.setViewportSize(viewport);
}

/** @param {Scene} scene */
async function fillInForm({ editor, show }) {
	await editor.newWorkflow();
	await editor.addNode('Integration Service User', 'Get user');
	await editor.chooseCredential('Sandbox');
	const entries = await editor.searchPicker('userId', 'gómez', 'Gómez');
	assert.ok(entries.length > 1);
	await show('picker', editor.see('ndv'));
	await editor.pick('Maja Gómez');
	await editor.addOption('Max Retries');
	await editor.executeStep();
	await editor.see('output-panel').getByTestId('radio-button-schema').click();
	await editor.see('output-panel').getByText('maja.gomez@').waitFor();
	await show('form', editor.see('ndv'));
}

/** @param {Scene} scene */
async function fillInChangeSet({ bed, editor, show }) {
	const workflow = await bed.client.importWorkflow(
		chain('Update a user group', [
			manualTrigger(),
			serviceNode('Update Group', 'integrationServiceUserGroup', {
				resource: 'userGroup',
				operation: 'update',
				groupId: { __rl: true, mode: 'list', value: 1003, cachedResultName: 'Warehouse Malmö' },
				changeMode: 'changes',
				reports: { added: [{ reportId: 108 }] },
				roles: { added: [{ role: 'STOCK_WRITE' }] },
			}),
		]),
		bed.credentials,
	);
	await editor.page.setViewportSize({ ...viewport, height: 1060 });
	await editor.openWorkflow(workflow, 'Update Group');
	await editor.executeStep();
	const [row] = await editor.outputTable();
	assert.deepEqual([row?.groupId, row?.changed], ['1003', 'true']);
	await show('change-set', editor.see('ndv'));
	await editor.page.setViewportSize(viewport);
}

/**
 * @param {Scene} scene
 * @param {string} example file name without `.json`
 * @param {string} node whose output to show
 * @param {string} picture
 */
async function runExample({ bed, editor, show }, example, node, picture) {
	const { client, credentials } = bed;
	const workflow = await readJson(`examples/${example}.json`);
	await editor.page.setViewportSize({ ...viewport, height: 800 });
	await editor.openWorkflow(await client.importWorkflow(workflow, credentials));
	await editor.executeWorkflow();
	await editor.resizeLogs(280);
	const rows = await editor.loggedTable(node);
	await show(picture, wholePage(editor));
	await editor.page.setViewportSize(viewport);
	return rows;
}

/** @param {Scene} scene */
async function runWorkflow(scene) {
	const [group] = await runExample(scene, 'users-and-groups', 'Show Group', 'example');
	assert.equal(group?.groupId, '1001');
}

/** @param {Scene} scene */
async function confirmFormat({ bed, editor, show }) {
	const { type } = bed.credential;
	const data = { ...bed.sandbox.credential, fieldNames: '{}' };
	const credential = await bed.client.createCredential('Without Field Names', type, data);
	const workflow = await bed.client.importWorkflow(
		chain('Ask once', [
			manualTrigger(),
			serviceNode('Ask', 'integrationServiceAgent', {
				resource: 'thread',
				operation: 'create',
				question: 'Which products sold best last week?',
			}),
		]),
		[credential],
	);
	await editor.page.setViewportSize({ ...viewport, height: 800 });
	await editor.openWorkflow(workflow, 'Ask');
	await editor.executeStep();
	const output = editor.see('output-panel');
	await output.getByTestId('radio-button-json').click();
	await output.getByText('"fieldNames"').waitFor();
	await show('answer-format', editor.see('ndv'));
	await editor.page.setViewportSize(viewport);
}

/** @param {Scene} scene */
async function askAgent({ bed, editor, show }) {
	const example = withoutNotes(await readJson('examples/agent-chat.json'));
	await editor.page.setViewportSize({ ...viewport, height: 800 });
	await editor.openWorkflow(await bed.client.importWorkflow(example, bed.credentials));
	await editor.openChat();
	await editor.resizeLogs(400);

	const beginning = 'The Fjäll rain jacket sold best: 212 pieces.';
	const ending = 'The Holm backpack follows with 168, and the Vind cap with 131.';
	const beginningSeen = new EventEmitter();
	bed.sandbox.scriptStream({
		chunks: (async function* () {
			yield `event: thread\ndata: ${JSON.stringify({ threadId: bed.sandbox.samples.threadId })}\n\n`;
			yield* deltas(beginning);
			await once(beginningSeen, 'seen');
			yield* deltas(` ${ending}`);
			yield 'event: done\ndata: {}\n\n';
		})(),
	});
	await editor.sayInChat('Which products sold best last week?');
	const chat = editor.see('canvas-chat-body');
	try {
		await chat.getByText(beginning).waitFor();
		await show('chat', wholePage(editor));
	} finally {
		beginningSeen.emit('seen');
	}
	await chat.getByText(ending).waitFor();
	await editor
		.canvasNode('integrationServiceAgent')
		.getByTestId('canvas-node-status-success')
		.waitFor();
	const [item] = await editor.loggedTable('Ask');
	assert.equal(item?.complete, 'true');
	await show('chat-finished', wholePage(editor));
	await editor.page.setViewportSize(viewport);
}

/** @param {string} text @returns {string[]} its events, word by word */
function deltas(text) {
	return (text.match(/\s*\S+/g) ?? []).map(
		(delta) => `event: delta\ndata: ${JSON.stringify({ delta })}\n\n`,
	);
}

/** @param {Scene} scene */
async function waitForRun(scene) {
	const lines = await runExample(scene, 'agent-run', 'Log Lines', 'run');
	assert.equal(lines.at(-1)?.message, 'Run ended: COMPLETED');
}

/** @param {Scene} scene */
async function catchEvent({ bed: { client, credentials, sandbox }, editor, show }) {
	const example = withoutNotes(await readJson('examples/agent-trigger.json'));
	const nodes = example.nodes.map((node) => {
		if (!node.type.endsWith('AgentTrigger')) return node;
		return { ...node, parameters: { ...node.parameters, pollTimes: pollTimesEvery(2) } };
	});
	const workflow = await client.importWorkflow({ ...example, nodes }, credentials);
	await client.activate(workflow);
	try {
		const { runId } = sandbox.runs.start(String(sandbox.samples.assignmentId), { durationMs: 500 });
		await client.waitForExecutions(workflow, 1, { timeout: 30_000 });
		const [execution] = await client.executions(workflow);
		assert.ok(execution);
		await editor.openExecution(workflow, execution);
		await editor.resizeLogs(310);
		const [row] = await editor.loggedTable('Summary');
		assert.deepEqual([row?.runId, row?.status], [runId, 'COMPLETED']);
		await show('trigger', wholePage(editor));
	} finally {
		await client.deactivate(workflow);
	}
}

/** The steps of docs/tour.md, which are independent. Each throws if n8n shows something else. */
export const tour = [
	install,
	testCredential,
	fillInForm,
	fillInChangeSet,
	runWorkflow,
	confirmFormat,
	askAgent,
	waitForRun,
	catchEvent,
];
