// The loop of development, as a developer meets it: a changed file is in n8n within seconds.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { N8nRestClient } from '../../scripts/n8n/n8nRestClient.mjs';
import { startProcess } from '../../scripts/processes/processes.mjs';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** What the loop does not need of the project, or what it makes itself. */
const left = ['.git', 'build', 'dist', 'node_modules'];

/** Until a change is in n8n, on a machine that does other things as well; milliseconds. */
const maxWait = 30_000;

const folder = await mkdtemp(path.join(tmpdir(), 'project-'));
// A copy, so the test changes no file of the project.
await cp(projectFolder, folder, {
	recursive: true,
	filter: (file) => !left.includes(path.relative(projectFolder, file)),
});
await symlink(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
const loop = await startProcess(process.execPath, ['scripts/dev.mjs'], {
	cwd: folder,
	env: process.env,
});
after(async () => {
	await loop.stop();
	await rm(folder, { recursive: true, force: true });
});
await until(() => loop.lines().includes('Stop it with Ctrl-C.'), 240_000);
const printed = loop.lines().join('\n');
const client = new N8nRestClient(/The editor: (\S+)/.exec(printed)?.[1] ?? '');
const [, email = '', password = ''] = /Email +(\S+)\n +Password +(\S+)/.exec(printed) ?? [];
await client.login({ email, password });

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} longest milliseconds
 */
async function until(condition, longest) {
	const giveUp = Date.now() + longest;
	while (!(await condition())) {
		assert.ok(loop.isRunning() && Date.now() < giveUp, loop.lines().join('\n'));
		await wait(300);
	}
}

/**
 * Whether the descriptions of all nodes, as the editor loads them, have a text.
 *
 * @param {string} text
 */
async function nodesHave(text) {
	const { baseUrl, browserId, cookie } = client;
	const response = await fetch(`${baseUrl}/types/nodes.json`, {
		headers: { 'browser-id': browserId, cookie },
	});
	assert.equal(response.status, 200);
	// n8n may be writing the file, a part of which is no JSON.
	return (await response.text()).includes(text);
}

/**
 * @param {string} file
 * @param {RegExp} pattern
 * @param {string} replacement
 */
async function change(file, pattern, replacement) {
	const address = path.join(folder, file);
	const text = await readFile(address, 'utf8');
	assert.match(text, pattern);
	await writeFile(address, text.replace(pattern, replacement));
}

test('shows a changed label in n8n within seconds', async (context) => {
	const label = 'Label of this very moment';
	assert.equal(await nodesHave(label), false);
	const began = performance.now();
	await change(
		'nodes/WebPage/IntegrationServiceWebPage.node.ts',
		/displayName: '[^']+'/,
		`displayName: '${label}'`,
	);
	await until(() => nodesHave(label), maxWait);
	context.diagnostic(`${Math.round(performance.now() - began)} ms`);
});

test('reports a change that does not compile, and applies the next one', async () => {
	const node = 'nodes/WebPage/IntegrationServiceWebPage.node.ts';
	await change(node, /^/, 'export const wrong: string = 5;\n');
	await until(() => loop.lines().some((line) => line.includes('error TS2322')), maxWait);
	const label = 'Label of the moment after';
	await change(node, /^.*\n/, '');
	await change(node, /displayName: '[^']+'/, `displayName: '${label}'`);
	await until(() => nodesHave(label), maxWait);
});

test('stops everything that it has started', async () => {
	const { baseUrl } = client;
	await loop.stop();
	await assert.rejects(fetch(baseUrl));
});
