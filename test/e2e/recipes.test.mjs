// The recipes of docs/recipes.md, in nights in which something goes wrong.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { chain, node, webhookTrigger } from '../../scripts/n8n/workflows.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { auditNights } from './nights/audit.mjs';
import { Chat } from './nights/chat.mjs';
import { joinersNights } from './nights/joiners.mjs';
import { leaversNights } from './nights/leavers.mjs';
import { daysFromNow, Recipe, requireRows, today } from './nights/recipe.mjs';
import { upload, uploads } from './nights/returns.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed());
beforeEach(() => bed.sandbox.reset());

const recipes = /** @type {const} */ ([
	{ name: 'joiners', from: 'HR list', to: 'HR list', nights: joinersNights },
	{ name: 'leavers', from: 'HR list', to: 'HR list', nights: leaversNights },
	{ name: 'group-audit', from: 'Expected groups', to: 'Group audit', nights: auditNights },
]);

/**
 * Whether a second run of the night must change nothing.
 *
 * @param {import('./nights/recipe.mjs').Night} night
 */
function isUsual({ faults, failure, reading, timezone }) {
	return !(faults ?? failure ?? reading ?? timezone);
}

for (const { name, from, to, nights } of recipes) {
	const recipe = await Recipe.read(bed, name);
	for (const [title, nightOf] of Object.entries(nights)) {
		test(`${name}: ${title}`, async () => {
			const night = nightOf(bed.sandbox.state);
			await recipe.fill(from, night.rows);
			await recipe.run(night);
			requireRows(await recipe.tables.read(to), night.expected);
			night.service?.();
			if (name === 'group-audit') assert.deepEqual(recipe.sentChanges, []);
			const { next = isUsual(night) ? night.expected : undefined } = night;
			if (!next) return;
			const sent = recipe.sentChanges.length;
			await recipe.run();
			requireRows(await recipe.tables.read(to), next);
			if (isUsual(night)) assert.equal(recipe.sentChanges.length, sent);
		});
	}
}

test('joiners and leavers: a person who leaves, comes back, and leaves', async () => {
	const [user] = bed.sandbox.state.users.values();
	assert.ok(user);
	const { emailAddress: email, firstName, lastName } = user;
	const joiners = await Recipe.read(bed, 'joiners');
	const leavers = await Recipe.read(bed, 'leavers');
	await joiners.fill('HR list', [{ email, firstName, lastName }]);
	for (const leftOn of ['', daysFromNow(-1), '', daysFromNow(90), today]) {
		const [row] = await joiners.tables.read('HR list');
		await joiners.fill('HR list', [{ ...row, leftOn }]);
		await joiners.run();
		await leavers.run();
		const isGone = leftOn === today || leftOn === daysFromNow(-1);
		const deactivatedOn = isGone ? today : '';
		requireRows(await joiners.tables.read('HR list'), [{ deactivatedOn, problem: '' }]);
		assert.equal(user.active, !isGone);
	}
});

test('group-audit: groups that left the list or the service have rows', async () => {
	const recipe = await Recipe.read(bed, 'group-audit');
	const [group, other] = bed.sandbox.state.groups.values();
	assert.ok(group && other);
	const rows = [{ groupName: 'Gone' }, { groupName: group.groupName }];
	await recipe.fill('Expected groups', rows);
	await recipe.run();
	const groups = [...bed.sandbox.state.groups.values()].map(({ groupName }) => groupName);
	const columns = [
		{ name: 'groupName', type: 'string' },
		{ name: 'desiredState', type: 'string' },
		{ name: 'members', type: 'string' },
	];
	await recipe.tables.replace('Expected groups', columns, [{ groupName: other.groupName }]);
	await recipe.run();
	const byName = new Map(
		(await recipe.tables.read('Group audit')).map((row) => [row.groupName, row.differences]),
	);
	assert.equal(byName.size, groups.length + 2);
	assert.match(byName.get('Gone') ?? '', /neither on the list nor in the service/);
	assert.match(byName.get(group.groupName) ?? '', /is not on the list/);
	await recipe.run({ faults: [{ operation: 'userGroup.getAll', status: 500 }] });
	for (const { differences } of await recipe.tables.read('Group audit')) {
		assert.match(differences ?? '', /^Not checked: /);
	}
});

const returns = await Recipe.read(bed, 'returns-from-csv');

for (const [title, { files, name, faults = [], expected, returns: deliveries }] of Object.entries(
	uploads,
)) {
	test(`returns-from-csv: ${title}`, async () => {
		await returns.fill('Returns', []);
		// Each import has a store of keys of its own.
		const stored = await returns.store();
		await bed.client.activate(stored);
		for (const fault of faults) bed.sandbox.faults.add(fault);
		for (const [index, file] of files.entries()) {
			await upload(returns, stored, file, index === files.length - 1 ? name : undefined);
			bed.sandbox.faults.clear();
		}
		await bed.client.deactivate(stored);
		const rows = await returns.tables.read('Returns');
		const order = (/** @type {Record<string, string>} */ { key = '' }) => key;
		rows.sort((one, other) => (order(one) < order(other) ? -1 : 1));
		requireRows(rows, expected);
		assert.deepEqual(
			bed.sandbox.state.returns.map(({ deliveryNumber }) => deliveryNumber),
			deliveries,
		);
	});
}

test('new-journals: each is copied once, even if the trigger starts over', async () => {
	const recipe = await Recipe.read(bed, 'new-journals');
	recipe.pollOften();
	/** @type {Record<string, string>[][]} */
	const copies = [];
	for (let round = 0; round < 2; round += 1) {
		// A new import has no memory of earlier polls.
		const stored = await recipe.store();
		await bed.client.activate(stored);
		const [execution] = await bed.client.waitForExecutions(stored, 1);
		await bed.client.deactivate(stored);
		assert.equal(execution?.status, 'success', execution?.failure);
		copies.push(await recipe.tables.read('Journals'));
		assert.equal(copies[round]?.length, execution.items('Upsert Row').length);
	}
	assert.notEqual(copies[0]?.length, 0);
	assert.deepEqual(copies[1], copies[0]);
	assert.deepEqual(recipe.sentChanges, []);
});

test('agent-chat: each session has its thread, and a new one for a deleted one', async () => {
	const chat = await Chat.open(bed);
	const first = await Promise.all([chat.ask('one', 'Q1 of one'), chat.ask('two', 'Q1 of two')]);
	assert.match(first[0], /^You asked: Q1 of one\n.*attention\.$/);
	await Promise.all([chat.ask('two', 'Q2 of two'), chat.ask('one', 'Q2 of one')]);
	await chat.requireThreads({ one: ['Q1 of one', 'Q2 of one'], two: ['Q1 of two', 'Q2 of two'] });

	const thread = chat.questions.find(({ questions }) => questions.includes('Q1 of one'));
	Object.assign(bed.sandbox.state.threads.get(thread?.threadId ?? '') ?? {}, { deleted: true });
	await chat.ask('one', 'Q3 of one');
	await chat.requireThreads({ one: ['Q3 of one'], two: ['Q1 of two', 'Q2 of two'] });
	await chat.close();
});

test('failed-executions: a failed workflow has a row', async () => {
	const recipe = await Recipe.read(bed, 'failed-executions');
	await recipe.fill('Failed executions', []);
	const list = await recipe.store();
	await bed.client.activate(list);
	const failing = chain('Fails', [
		webhookTrigger('fails'),
		node('Stop', 'n8n-nodes-base.stopAndError', { errorMessage: '21 people left at once' }),
	]);
	const stored = await bed.client.importWorkflow({
		...failing,
		settings: { executionOrder: 'v1', errorWorkflow: list.id },
	});
	await bed.client.activate(stored);
	await fetch(`${bed.host.baseUrl}/webhook/fails`, { method: 'POST' });
	await bed.client.waitForExecutions(list, 1);
	await bed.client.deactivate(stored);
	requireRows(await recipe.tables.read('Failed executions'), [
		{
			failedAt: new RegExp(`^${today}T`),
			workflow: 'Fails',
			node: 'Stop',
			message: '21 people left at once',
			execution: /^http/,
		},
	]);
	await bed.client.deactivate(list);
});
