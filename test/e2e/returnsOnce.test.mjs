// Returns with a unique key, while n8n is killed in the middle of them: none is registered twice.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUpOnExit } from '../../scripts/processes/cleanUp.mjs';
import { runCommand } from '../../scripts/processes/processes.mjs';
import { N8nRestClient } from '../../scripts/n8n/n8nRestClient.mjs';
import { startHost } from '../../scripts/n8n/host.mjs';
import { installHost } from '../../scripts/n8n/pinnedHosts.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { chain, itemsOf, manualTrigger, serviceNode } from '../../scripts/n8n/workflows.mjs';

const kills = 20;

const returnsPerExecution = 10;

/** How long the service takes for a return, in milliseconds. */
const delayMs = 60;

/** @type {string} */
let userFolder;

/** @type {import('../../scripts/n8n/testBed.mjs').TestBed} */
let bed;

/** @type {import('../../scripts/n8n/host.mjs').RunningHost} */
let host;

before(async () => {
	userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-returns-'));
	cleanUpOnExit(() => rmSync(userFolder, { recursive: true, force: true }));
	bed = await startTestBed({ host: { userFolder } });
	({ host } = bed);
});
after(async () => {
	await host?.stop();
	await bed?.stop();
});

async function restart() {
	await host.kill();
	host = await startHost({ userFolder });
	return await login();
}

async function login() {
	const client = new N8nRestClient(host.baseUrl);
	await client.login(bed.owner);
	return client;
}

/**
 * @param {N8nRestClient} client
 * @param {string} name
 * @param {readonly string[]} keys
 */
async function storeWorkflow(client, name, keys) {
	return await client.importWorkflow(
		chain(name, [
			manualTrigger(),
			...itemsOf(keys.map((key) => ({ key }))),
			serviceNode(
				'Return',
				'integrationServiceOrderManagement',
				{
					resource: 'return',
					operation: 'create',
					rows: { row: [{ stockKeepingUnitId: 88123, quantity: 1 }] },
					additionalFields: { note: '={{ $json.key }}' },
					options: { uniqueKey: '={{ $json.key }}' },
				},
				{ onError: 'continueRegularOutput' },
			),
		]),
		bed.credentials,
	);
}

/**
 * Works with n8n's database in the Node.js of n8n, which has SQLite.
 *
 * @param {string} script
 * @returns what the script prints
 */
async function query(script) {
	const { node, folder } = await installHost();
	const file = path.join(userFolder, '.n8n', 'database.sqlite');
	const setUp = `
		const crypto = require('node:crypto');
		const { DatabaseSync } = require('node:sqlite');
		const database = new DatabaseSync(${JSON.stringify(file)});`;
	const { succeeded, output } = await runCommand(node, ['--no-warnings', '-e', setUp + script], {
		cwd: folder,
	});
	assert.ok(succeeded, output);
	return output;
}

/**
 * How often the service has the return of each key.
 *
 * @returns {Map<string, number>}
 */
function countReturns() {
	const counts = new Map();
	for (const { note } of bed.sandbox.state.returns) counts.set(note, (counts.get(note) ?? 0) + 1);
	return counts;
}

test('20 kills leave no return twice, and none lost unreported', async (context) => {
	const delay = bed.sandbox.faults.add({ operation: 'return.create', delayMs });
	let client = await login();
	let [unknown, notThere, cut] = [0, 0, 0];
	for (let kill = 0; kill < kills; kill++) {
		const keys = Array.from({ length: returnsPerExecution }, (_, index) => `R-${kill}-${index}`);
		const workflow = await storeWorkflow(client, `Returns ${kill}`, keys);
		const sent = bed.sandbox.log.total;
		const running = client.runWorkflow(workflow).catch(() => undefined);
		const giveUp = Date.now() + 30_000;
		while (bed.sandbox.log.total === sent && Date.now() < giveUp) await wait(2);
		await wait(Math.random() * returnsPerExecution * delayMs);
		client = await restart();
		await running;
		const before = countReturns();
		if (keys.some((key) => !before.has(key))) cut += 1;

		// As a user does who presses Retry.
		const execution = await client.runWorkflow(workflow);
		const items = execution.items('Return');
		const counts = countReturns();
		assert.equal(items.length, keys.length);
		for (const [index, key] of keys.entries()) {
			const { error, registered } =
				/** @type {{ error?: { errorCode: string }, registered?: boolean }} */ (items[index]);
			if (error) {
				assert.equal(error.errorCode, 'unknown-outcome');
				unknown += 1;
				if (!counts.has(key)) notThere += 1;
				assert.ok((counts.get(key) ?? 0) <= 1, `${key} is registered twice.`);
			} else {
				assert.equal(registered, !before.has(key));
				assert.equal(counts.get(key), 1, `${key} is registered ${counts.get(key)} times.`);
			}
		}
	}
	delay.remove();
	context.diagnostic(
		`${kills} kills, ${cut} of them in the middle; ${bed.sandbox.state.returns.length} returns, ` +
			`0 twice; ${unknown} reported as unknown, of which ${unknown - notThere} are registered`,
	);
	assert.ok(unknown <= kills, 'A kill can interrupt one return only.');
	assert.ok(cut >= kills / 4, 'Too few kills came in the middle.');
});

test('100,000 keys are cut to 10,000, and returns stay quick', async (context) => {
	let client = await login();
	const keys = Array.from({ length: 200 }, (_, index) => `full-${index}`);
	const workflow = await storeWorkflow(client, 'Full store', keys);
	/** Milliseconds for each return. */
	const measure = async () => {
		const execution = await client.runWorkflow(workflow);
		const items = execution.items('Return');
		return { items, each: execution.executionTime('Return') / items.length };
	};
	const empty = await measure();
	await host.stop();
	await query(`
		const data = Array.from({ length: 100_000 }, () => crypto.randomBytes(16).toString('base64'));
		database
			.prepare('UPDATE processed_data SET value = ? WHERE workflowId = ?')
			.run(JSON.stringify({ mode: 'entries', data }), '${workflow.id}');`);
	host = await startHost({ userFolder });
	client = await login();
	const full = await measure();
	const again = await measure();
	const count = await query(`
		const { value } = database
			.prepare('SELECT value FROM processed_data WHERE workflowId = ?')
			.get('${workflow.id}');
		console.log(JSON.parse(value).data.length);`);
	context.diagnostic(
		`${empty.each.toFixed(1)} ms for a return with a new store, ${full.each.toFixed(1)} ms with a ` +
			`full one, ${again.each.toFixed(1)} ms for one that is registered; ${count} keys`,
	);
	assert.ok(full.items.every(({ registered }) => registered));
	assert.ok(again.items.every(({ registered }) => registered === false));
	assert.ok(Number(count) <= 10_000);
});
