import assert from 'node:assert/strict';
import { daysFromNow, explained, failuresOf, today } from './recipe.mjs';

/** @typedef {import('./recipe.mjs').Night} Night */

/** @typedef {import('./recipe.mjs').State} State */

/**
 * Active users who left.
 *
 * @param {State} state
 * @param {number} count
 */
function leaversOf({ users }, count) {
	const people = [...users.values()].filter(({ kind }) => kind === 'NORMAL').slice(0, count);
	for (const user of people) user.active = true;
	return { people, rows: people.map((user) => rowOf(user)) };
}

/**
 * @param {{ emailAddress: string }} user
 * @param {string} [leftOn]
 */
function rowOf({ emailAddress }, leftOn = daysFromNow(-1)) {
	return { email: emailAddress, leftOn };
}

/** @param {State} state */
function oneLeaver(state) {
	const { people, rows } = leaversOf(state, 1);
	const [user] = people;
	const [row] = rows;
	assert.ok(user && row);
	return { user, row };
}

const nobody = { email: 'nobody@example.org', leftOn: daysFromNow(-1) };

/**
 * Nights of *leavers*, by what they are like.
 *
 * @type {Record<string, (state: State) => Night>}
 */
export const leaversNights = {
	'who left, leaves later, is inactive, or is nobody': (state) => {
		const [left, later, inactive] = leaversOf(state, 3).people;
		assert.ok(left && later && inactive);
		inactive.active = false;
		return {
			rows: [rowOf(left), rowOf(later, daysFromNow(1)), rowOf(inactive, today), nobody],
			expected: [
				{ userId: left.userId, deactivatedOn: today, closedOn: '', problem: '', checkedOn: today },
				{ userId: '', deactivatedOn: '', closedOn: '', checkedOn: '' },
				{ userId: inactive.userId, deactivatedOn: today, problem: '' },
				{ userId: '', deactivatedOn: '', closedOn: today, problem: /nobody@example\.org/ },
			],
			service: () => assert.deepEqual([left.active, later.active], [false, true]),
		};
	},

	'a row without an address, and rows without a date': (state) => {
		const { user, row } = oneLeaver(state);
		return {
			rows: [{ leftOn: daysFromNow(-1) }, { ...row, leftOn: 'soon' }, { email: '', leftOn: '' }],
			expected: [
				{ deactivatedOn: '', closedOn: '', problem: /./, checkedOn: today },
				{ deactivatedOn: '', closedOn: '', problem: /soon/, checkedOn: today },
				{ problem: '', checkedOn: '' },
			],
			service: () => assert.equal(user.active, true),
		};
	},

	'a person with another row who still works here': (state) => {
		const { user, row } = oneLeaver(state);
		return {
			rows: [row, { email: row.email.toUpperCase(), leftOn: daysFromNow(200) }],
			expected: [
				{ deactivatedOn: '', closedOn: today, problem: /Another row/ },
				{ deactivatedOn: '', closedOn: '', problem: '' },
			],
			service: () => assert.equal(user.active, true),
		};
	},

	'a time zone in which it is yesterday still': (state) => {
		const { user, row } = oneLeaver(state);
		const timezone = 'Etc/GMT+11';
		const tomorrow = Date.now() + 86_400_000;
		const leftOn = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(tomorrow);
		return {
			timezone,
			rows: [{ ...row, leftOn }],
			expected: [{ deactivatedOn: '', checkedOn: '' }],
			service: () => assert.equal(user.active, true),
		};
	},

	'more people at once than the limit': (state) => {
		const { people, rows } = leaversOf(state, 21);
		return {
			rows,
			failure: /21 people left at once\. Nobody was deactivated/,
			expected: rows.map(() => ({ deactivatedOn: '', problem: /^21 people/, checkedOn: today })),
			service: () => assert.ok(people.every(({ active }) => active)),
		};
	},

	'many rows that are done or nobody, and one real leaver': (state) => {
		const { people, rows } = leaversOf(state, 26);
		const [real, ...inactive] = people;
		for (const user of inactive) user.active = false;
		const crowd = Array.from({ length: 25 }, (_, index) => ({
			...nobody,
			email: `nobody${index}@example.org`,
		}));
		return {
			rows: [...crowd, ...rows],
			expected: [
				...crowd.map(() => ({ deactivatedOn: '', closedOn: today })),
				...rows.map(() => ({ deactivatedOn: today })),
			],
			service: () => assert.equal(real?.active, false),
		};
	},

	'a service that does not show who is active': (state) => {
		const { row } = oneLeaver(state);
		return {
			reading: { userActive: 'absent' },
			rows: [row],
			expected: [{ deactivatedOn: '', closedOn: today, problem: /doesn't show/, checkedOn: today }],
		};
	},

	'the read after the update fails': (state) => {
		const { row } = oneLeaver(state);
		return {
			faults: [{ operation: 'user.get', skip: 1, status: 500 }],
			rows: [row],
			expected: [{ deactivatedOn: '', closedOn: '', problem: /could not be read/ }],
			next: [{ deactivatedOn: today, problem: '' }],
		};
	},

	...failuresOf(['user.getAll', 'user.get', 'user.update'], (state) => {
		const { user, row } = oneLeaver(state);
		return {
			rows: [row],
			expected: [
				{ userId: '', deactivatedOn: '', closedOn: '', problem: explained, checkedOn: today },
			],
			service: () => assert.equal(user.active, true),
		};
	}),
};
