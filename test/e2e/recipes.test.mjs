// The recipes of docs/recipes.md, each run twice: the second run changes and doubles nothing.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { beforeEach, test } from 'node:test';
import { DataTables } from '../../scripts/n8n/dataTables.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { pollTimesEvery } from '../../scripts/n8n/workflows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

/** @typedef {import('../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} StoredWorkflow */

const today = new Date().toISOString().slice(0, 10);

// The dates that the recipes note are those of n8n's time zone.
const bed = stopAfterTests(await startTestBed({ host: { env: { GENERIC_TIMEZONE: 'UTC' } } }));
const tables = new DataTables(bed.client);
beforeEach(() => bed.sandbox.reset());

/**
 * @param {string} name
 * @param {string} [pollingNode] is to poll every few seconds
 */
async function importRecipe(name, pollingNode) {
	const file = new URL(`../../examples/${name}.json`, import.meta.url);
	const workflow = JSON.parse(await readFile(file, 'utf8'));
	for (const node of workflow.nodes) {
		if (node.name === pollingNode) node.parameters.pollTimes = pollTimesEvery(3);
	}
	return await bed.client.importWorkflow(workflow, bed.credentials);
}

/** @param {StoredWorkflow} workflow */
async function run(workflow) {
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
}

/** The requests that change something, by operation. */
function sentChanges() {
	return bed.sandbox.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ operation, body }) => [operation, body]);
}

/** @param {() => Promise<void>} again */
async function changesNothing(again) {
	const sent = sentChanges().length;
	await again();
	assert.equal(sentChanges().length, sent, 'The second run sent something.');
}

test('joiners are created once, and the list contains the welcome', async () => {
	const [known] = bed.sandbox.state.users.values();
	assert.ok(known);
	const { emailAddress, firstName, lastName, userId } = known;
	const recipe = await importRecipe('joiners');
	await run(recipe);
	await tables.insert('HR list', [
		{ email: 'ida.holm@example.org', firstName: 'Ida', lastName: 'Holm' },
		{ email: emailAddress, firstName, lastName },
		{ email: 'no address', firstName: 'Ola', lastName: 'Nord' },
		{ email: 'left@example.org', firstName: 'Per', lastName: 'Dahl', leftOn: '2026-01-31' },
	]);

	await run(recipe);
	const rows = await tables.read('HR list');
	assert.deepEqual(
		rows.map(({ welcomedOn }) => welcomedOn),
		[today, '', '', ''],
	);
	assert.equal(rows[1]?.userId, userId);
	assert.match(rows[2]?.problem ?? '', /no address|email/i);
	assert.deepEqual(
		sentChanges().map(([operation]) => operation),
		['user.create'],
	);

	await changesNothing(async () => await run(recipe));
	assert.deepEqual(await tables.read('HR list'), rows);
});

test('leavers are deactivated once, and too many stop the workflow', async () => {
	const [here, left, inactive] = [...bed.sandbox.state.users.values()].filter(
		({ kind }) => kind === 'NORMAL',
	);
	assert.ok(here && left && inactive);
	Object.assign(left, { active: true });
	Object.assign(inactive, { active: false });
	const recipe = await importRecipe('leavers');
	await run(recipe);
	const rowsBefore = (await tables.read('HR list')).length;
	await tables.insert('HR list', [
		{ email: here.emailAddress, leftOn: '2099-12-31' },
		{ email: left.emailAddress, leftOn: '2026-01-31' },
		{ email: inactive.emailAddress, leftOn: today },
		{ email: 'nobody@example.org', leftOn: '2026-01-31' },
	]);

	await run(recipe);
	const rows = (await tables.read('HR list')).slice(rowsBefore);
	assert.deepEqual(
		rows.map(({ userId, deactivatedOn }) => [userId, deactivatedOn]),
		[
			['', ''],
			[left.userId, today],
			[inactive.userId, today],
			['', ''],
		],
	);
	assert.match(rows[3]?.problem ?? '', /nobody@example\.org/);
	assert.deepEqual(sentChanges(), [['user.update', { active: false }]]);

	await changesNothing(async () => await run(recipe));
	assert.deepEqual((await tables.read('HR list')).slice(rowsBefore), rows);

	const crowd = Array.from({ length: 21 }, (_, index) => ({
		email: `left${index}@example.org`,
		leftOn: '2026-01-31',
	}));
	await tables.insert('HR list', crowd);
	await changesNothing(async () => {
		const { status, failure } = await bed.client.runWorkflow(recipe);
		assert.equal(status, 'error');
		assert.match(failure ?? '', /people left at once\. Nobody was deactivated/);
	});
});

test('journals are copied once, even if the trigger starts over', async () => {
	const copyJournals = async () => {
		const recipe = await importRecipe('new-journals', 'New Journal');
		await bed.client.activate(recipe);
		const [execution] = await bed.client.waitForExecutions(recipe, 1);
		await bed.client.deactivate(recipe);
		assert.equal(execution?.status, 'success', execution?.failure);
		return execution.items('Upsert Row').length;
	};

	const count = await copyJournals();
	assert.notEqual(count, 0);
	const rows = await tables.read('Journals');
	assert.equal(rows.length, count);
	// The import has no memory of the events before.
	assert.equal(await copyJournals(), count);
	assert.deepEqual(await tables.read('Journals'), rows);
	assert.deepEqual(sentChanges(), []);
});

test('returns of a CSV file are registered once, with a list of failures', async () => {
	const recipe = await importRecipe('returns-from-csv');
	await bed.client.activate(recipe);
	const { webhookId } = /** @type {{ webhookId?: string }} */ (recipe.nodes[1]);
	let uploads = 0;

	/** @param {string[]} rows */
	const upload = async (rows) => {
		const form = new FormData();
		const file = new Blob([['delivery,article,quantity,note', ...rows, ''].join('\n')], {
			type: 'text/csv',
		});
		form.append('field-0', file, 'returns.csv');
		const address = `${bed.host.baseUrl}/form/${webhookId}`;
		const response = await fetch(address, { method: 'POST', body: form });
		assert.equal(response.status, 200, await response.text());
		uploads += 1;
		const execution = (await bed.client.waitForExecutions(recipe, uploads)).at(-1);
		assert.equal(execution?.status, 'success', execution?.failure);
	};

	const rows = ['D-5012,88123,2,Too small', 'D-5013,88124,1,', 'D-5014,none,1,', 'D-5012,88123,2,'];
	await upload(rows);
	assert.deepEqual(
		bed.sandbox.state.returns.map(({ deliveryNumber, rows }) => [deliveryNumber, rows]),
		[
			['D-5012', [{ stockKeepingUnitId: 88123, quantity: 2 }]],
			['D-5013', [{ stockKeepingUnitId: 88124, quantity: 1 }]],
		],
	);
	const failures = await tables.read('Failed returns');
	assert.deepEqual(
		failures.map(({ key }) => key),
		['D-5014 none'],
	);
	assert.match(failures[0]?.reason ?? '', /none|ID/);

	await changesNothing(async () => await upload(rows));
	assert.deepEqual(await tables.read('Failed returns'), failures);
	assert.equal(bed.sandbox.state.returns.length, 2);
	await bed.client.deactivate(recipe);
});

test('the audit lists each user group once and changes nothing', async () => {
	const [group, other] = bed.sandbox.state.groups.values();
	assert.ok(group && other);
	const members = [...bed.sandbox.state.users.values()]
		.filter(({ groupIds }) => groupIds.includes(other.groupId))
		.map(({ emailAddress }) => emailAddress);
	const recipe = await importRecipe('group-audit');
	await run(recipe);
	const state = { reports: group.reports, roles: [...group.roles, 'PAGE_WRITE'] };
	await tables.insert('Expected groups', [
		{ groupName: 'Night shift', desiredState: '{"reports":[101]}', members: '' },
		{ groupName: group.groupName, desiredState: JSON.stringify(state), members: 'new@example.org' },
		{ groupName: other.groupName, desiredState: '', members: members.join(', ').toUpperCase() },
	]);

	await run(recipe);
	const rows = await tables.read('Group audit');
	assert.deepEqual(
		rows.map(({ groupName }) => groupName),
		['Night shift', group.groupName, other.groupName],
	);
	assert.equal(rows[0]?.differences, 'The group is missing.');
	const differences = rows[1]?.differences?.split('\n') ?? [];
	assert.match(differences[0] ?? '', /PAGE_WRITE/);
	assert.equal(differences[1], 'new@example.org is missing.');
	assert.match(differences[2] ?? '', /@.* is not expected\.$/);
	assert.equal(rows[2]?.differences, 'None');

	await run(recipe);
	assert.deepEqual(await tables.read('Group audit'), rows);
	assert.deepEqual(sentChanges(), []);
});
