import assert from 'node:assert/strict';
import { groupsOf } from './audit.mjs';
import { Chat } from './chat.mjs';
import { copyJournals } from './journals.mjs';
import { uploads, upload } from './returns.mjs';
import { daysFromNow, Recipe, today } from './recipe.mjs';

/** @typedef {import('../../../scripts/n8n/testBed.mjs').TestBed} TestBed */

/** @typedef {import('../../../scripts/n8n/n8nRestClient.mjs').Credential} Credential */

/** @typedef {Record<string, string>} Cells */

/**
 * What a recipe does at a service of another reading. The result is right, or the table shows what
 * is not known.
 *
 * @type {Record<string, (bed: TestBed, credentials: Credential[]) => Promise<void>>}
 */
export const atOtherServices = {
	joiners: async (bed, credentials) => {
		const { users } = bed.sandbox.state;
		const [known] = [...users.values()].filter(({ kind }) => kind === 'NORMAL');
		assert.ok(known);
		known.active = false;
		const rows = await nightOf(bed, credentials, 'joiners', 'HR list', 'HR list', [
			{ email: 'ida.holm@example.org', firstName: 'Ida', lastName: 'Holm' },
			{ email: known.emailAddress, firstName: known.firstName, lastName: 'Renamed' },
		]);
		assert.equal(rows.length, 2);
		for (const row of rows) {
			const user = [...users.values()].find(({ emailAddress }) => emailAddress === row.email);
			const isRight =
				user?.active && user.firstName === row.firstName && user.lastName === row.lastName;
			assert.ok(isRight || row.problem, JSON.stringify(row));
			assert.equal(row.checkedOn, today);
		}
	},

	leavers: async (bed, credentials) => {
		const { users } = bed.sandbox.state;
		const people = [...users.values()].filter(({ kind }) => kind === 'NORMAL').slice(0, 3);
		for (const [index, user] of people.entries()) user.active = index > 0;
		const rows = await nightOf(bed, credentials, 'leavers', 'HR list', 'HR list', [
			...people.map(({ emailAddress }) => ({ email: emailAddress, leftOn: daysFromNow(-1) })),
			{ email: 'nobody@example.org', leftOn: daysFromNow(-1) },
		]);
		assert.equal(rows.length, 4);
		for (const [index, row] of rows.entries()) {
			const isInactive = people[index]?.active === false;
			assert.ok(row.deactivatedOn ? isInactive : row.problem, JSON.stringify(row));
			assert.equal(row.checkedOn, today);
		}
	},

	'group-audit': async (bed, credentials) => {
		const { group, other, others, membersOf } = groupsOf(bed.sandbox.state);
		const { groupName, reports, roles } = group;
		const members = membersOf(group).join();
		const rows = await nightOf(bed, credentials, 'group-audit', 'Expected groups', 'Group audit', [
			{ groupName, desiredState: JSON.stringify({ reports, roles }), members },
			{
				groupName: other.groupName,
				desiredState: '{"roles":["AUDIT"]}',
				members: 'new@example.org',
			},
		]);
		const [right, wrong] = rows;
		assert.match(right?.differences ?? '', /^None$|^(?:Not checked: .+\n?)+$/);
		assert.match(wrong?.differences ?? '', /new@example\.org is missing\.|Not checked: Members/);
		assert.match(wrong?.differences ?? '', /AUDIT.* is missing\.|Not checked: Access/);
		const last = rows.find((row) => row.groupName === '(other groups)');
		assert.match(last?.differences ?? '', new RegExp(`^${others.length} groups|^Not checked: `));
	},

	'returns-from-csv': async (bed, credentials) => {
		const recipe = await Recipe.read(bed, 'returns-from-csv');
		await recipe.fill('Returns', []);
		const stored = await recipe.store(undefined, credentials);
		await bed.client.activate(stored);
		const [file] = uploads['an empty cell and a wrong article keep no other row away']?.files ?? [];
		await upload(recipe, stored, String(file));
		await bed.client.deactivate(stored);
		const rows = await recipe.tables.read('Returns');
		const registered = rows.filter(({ result }) => result === 'Registered');
		assert.equal(rows.length, 4);
		assert.equal(registered.length, bed.sandbox.state.returns.length);
	},

	'new-journals': async (bed, credentials) => {
		const recipe = await Recipe.read(bed, 'new-journals');
		recipe.pollOften();
		await recipe.fill('Journals', []);
		const count = await copyJournals(recipe, credentials);
		assert.notEqual(count, 0);
		assert.equal((await recipe.tables.read('Journals')).length, count);
	},

	'agent-chat': async (bed, credentials) => {
		const chat = await Chat.open(bed, credentials);
		await chat.ask('one', 'Q1 of one');
		await chat.ask('two', 'Q1 of two');
		await chat.ask('one', 'Q2 of one');
		await chat.requireThreads({ one: ['Q1 of one', 'Q2 of one'], two: ['Q1 of two'] });
		await chat.close();
	},
};

/**
 * The table that a recipe writes in one night.
 *
 * @param {TestBed} bed
 * @param {Credential[]} credentials
 * @param {string} name of the recipe
 * @param {string} from
 * @param {string} to
 * @param {object[]} rows
 * @returns {Promise<Cells[]>}
 */
async function nightOf(bed, credentials, name, from, to, rows) {
	const recipe = await Recipe.read(bed, name);
	recipe.stored = await recipe.store(undefined, credentials);
	await recipe.fill(from, rows);
	await recipe.run();
	return await recipe.tables.read(to);
}
