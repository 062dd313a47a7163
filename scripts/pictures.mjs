// Takes the pictures of docs/images in a real n8n: npm run pictures
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chatTrigger } from '../test/e2e/ai/chat.mjs';
import { Editor } from '../test/e2e/browser/editor.mjs';
import { startTestBed } from '../test/e2e/testBed.mjs';
import { chain, manualTrigger, serviceNode } from '../test/e2e/workflows.mjs';
import { buildProject } from '../tools/build.mjs';

const projectFolder = new URL('../', import.meta.url);
const folder = fileURLToPath(new URL('docs/images/', projectFolder));

const viewport = { width: 1280, height: 760 };

/** @typedef {{ bed: import('../test/e2e/testBed.mjs').TestBed, editor: Editor }} Scene */

/**
 * Takes a picture and makes it small.
 *
 * @param {import('playwright-core').Page | import('playwright-core').Locator} subject
 * @param {string} name
 */
async function takePicture(subject, name) {
	const file = `${folder}${name}.png`;
	await subject.screenshot({ path: file });
	// A drawing of few colours, which a palette holds without a visible difference.
	await promisify(execFile)('pngquant', ['--force', '--ext', '.png', '--speed', '1', '96', file]);
	console.log(file);
}

/** n8n's messages come and go on their own. @param {Editor} editor */
async function awaitQuiet(editor) {
	await editor.page.locator('.el-notification').first().waitFor({ state: 'detached' });
}

/** @param {Scene} scene */
async function showCredential({ bed, editor }) {
	await editor.newCredential('Integration Service OAuth2 API');
	// n8n shows the fields of OAuth2 first, and the others below the edge of the form.
	await editor.page.setViewportSize({ width: 1280, height: 1260 });
	await editor.page.addStyleTag({
		content: '.el-dialog { height: 1200px !important; max-height: none !important; }',
	});
	const { baseUrl, authServerUrl, ...own } = bed.sandbox.credential;
	await editor.fillIn({ ...own, baseUrl, authServerUrl });
	await editor.saveCredential();
	await editor.see('credentials-config-container-test-success').waitFor();
	await awaitQuiet(editor);
	await takePicture(editor.see('editCredential-modal'), 'credential');
	await editor.page.setViewportSize(viewport);
}

/** @param {Scene} scene */
async function showChangeSet({ bed, editor }) {
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
	await editor.page.setViewportSize({ width: 1280, height: 1060 });
	await editor.openWorkflow(workflow, 'Update Group');
	await editor.executeStep();
	await editor.outputTable();
	await awaitQuiet(editor);
	await takePicture(editor.see('ndv'), 'change-set');
	await editor.page.setViewportSize(viewport);
}

/** @param {Editor} editor */
async function enlargeChat({ page }) {
	const edge = await page.getByTestId('logs-panel').boundingBox();
	if (!edge) throw new Error('There is no chat.');
	await page.mouse.move(edge.x + edge.width / 2, edge.y);
	await page.mouse.down();
	await page.mouse.move(edge.x + edge.width / 2, edge.y - 150, { steps: 5 });
	await page.mouse.up();
}

/** @param {Scene} scene */
async function showChat({ bed, editor }) {
	const workflow = await bed.client.importWorkflow(
		chain('Ask the agent', [
			chatTrigger('ask'),
			serviceNode('Ask', 'integrationServiceAgent', {
				resource: 'thread',
				operation: 'create',
				specifyBody: 'fields',
				question: '={{ $json.chatInput }}',
			}),
		]),
		bed.credentials,
	);
	await editor.openWorkflow(workflow);
	await editor.openChat();
	await enlargeChat(editor);
	bed.sandbox.streamDelayMs = 250;
	await editor.watchChat('How were the sales last week?', 'sales rose by 4');
	await takePicture(editor.page, 'chat');
	bed.sandbox.streamDelayMs = 0;
}

/** @param {Scene} scene */
async function showExample({ bed, editor }) {
	const file = new URL('examples/users-and-groups.json', projectFolder);
	const example = JSON.parse(await readFile(file, 'utf8'));
	const workflow = await bed.client.importWorkflow(example, bed.credentials);
	await editor.openWorkflow(workflow);
	await editor.see('execute-workflow-button').click();
	await editor.page.getByText('Workflow executed successfully').waitFor();
	await awaitQuiet(editor);
	await takePicture(editor.page, 'example');
}

await mkdir(folder, { recursive: true });
await buildProject();
const bed = await startTestBed();
try {
	const editor = await Editor.open({
		baseUrl: bed.host.baseUrl,
		owner: bed.owner,
		viewport,
	});
	try {
		for (const show of [showCredential, showChangeSet, showChat, showExample]) {
			await show({ bed, editor });
			await wait(500);
		}
	} finally {
		await editor.close();
	}
} finally {
	await bed.stop();
}
