// Returns with a unique key, while n8n is killed in the middle of them: none is registered twice.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { installHost } from '../../scripts/n8n/pinnedHosts.mjs';
import { runCommand } from '../../scripts/processes/processes.mjs';
import { registeringReturns, withOptions, workflowOf } from './flows.mjs';
import { startRestartableBed } from './restartableBed.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const kills = 20;

const returnsPerExecution = 10;

/** How long the service takes for a return, in milliseconds. */
const delayMs = 60;

const bed = stopAfterTests(await startRestartableBed());

/** @param {readonly string[]} keys */
async function storeWorkflow(keys) {
	return await bed.client.importWorkflow(
		workflowOf(
			withOptions(registeringReturns, { uniqueKey: '={{ $json.note }}' }),
			keys.map((note) => ({ note })),
		),
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
	const file = path.join(bed.userFolder, '.n8n', 'database.sqlite');
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

test('registers no return twice in 20 kills, and reports lost ones', async (context) => {
	const delay = bed.sandbox.faults.add({ operation: 'return.create', delayMs });
	let [unknown, notThere, cut] = [0, 0, 0];
	for (let kill = 0; kill < kills; kill++) {
		const keys = Array.from({ length: returnsPerExecution }, (_, index) => `R-${kill}-${index}`);
		const workflow = await storeWorkflow(keys);
		const sent = bed.sandbox.log.total;
		const running = bed.client.runWorkflow(workflow).catch(() => undefined);
		const giveUp = Date.now() + 30_000;
		while (bed.sandbox.log.total === sent && Date.now() < giveUp) await wait(2);
		await wait(Math.random() * returnsPerExecution * delayMs);
		await bed.host.kill();
		await bed.startAgain();
		await running;
		const before = countReturns();
		if (keys.some((key) => !before.has(key))) cut += 1;

		// As a user does who presses Retry.
		const execution = await bed.client.runWorkflow(workflow);
		const items = execution.items('Node');
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

test('keeps 10,000 of 100,000 keys, and returns stay fast', async (context) => {
	const keys = Array.from({ length: 200 }, (_, index) => `full-${index}`);
	const workflow = await storeWorkflow(keys);
	/** Milliseconds for each return. */
	const measure = async () => {
		const execution = await bed.client.runWorkflow(workflow);
		const items = execution.items('Node');
		return { items, each: execution.executionTime('Node') / items.length };
	};
	const empty = await measure();
	await bed.host.stop();
	await query(`
		const data = Array.from({ length: 100_000 }, () => crypto.randomBytes(16).toString('base64'));
		database
			.prepare('UPDATE processed_data SET value = ? WHERE workflowId = ?')
			.run(JSON.stringify({ mode: 'entries', data }), '${workflow.id}');`);
	await bed.startAgain();
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
