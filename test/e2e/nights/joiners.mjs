import assert from 'node:assert/strict';
import { daysFromNow, explained, failuresOf, today } from './recipe.mjs';

/** @typedef {import('./recipe.mjs').Night} Night */

/** @typedef {import('./recipe.mjs').State} State */

/** @param {State} state */
function people({ users }) {
	const [known, other] = [...users.values()].filter(({ kind }) => kind === 'NORMAL');
	assert.ok(known && other);
	Object.assign(known, { active: true });
	const { emailAddress: email, firstName, lastName } = known;
	return { known, other, row: { email, firstName, lastName } };
}

const ida = { email: 'ida.holm@example.org', firstName: 'Ida', lastName: 'Holm' };

/**
 * Nights of *joiners*, by what they are like.
 *
 * @type {Record<string, (state: State) => Night>}
 */
export const joinersNights = {
	'a new person, a known one, and a row without an address': (state) => {
		const { known, row } = people(state);
		return {
			rows: [ida, row, { firstName: 'Ola', lastName: 'Nord' }],
			expected: [
				{ userId: /^[\w-]{36}$/, welcomedOn: today, problem: '', checkedOn: today },
				{ userId: known.userId, welcomedOn: '', problem: '', checkedOn: today },
				{ userId: '', welcomedOn: '', problem: /email/i, checkedOn: today },
			],
			service: () => assert.equal(userOf(state, ida.email)?.active, true),
		};
	},

	'people who left, leave later, or have no date': (state) => ({
		rows: [
			{ ...ida, leftOn: daysFromNow(-1) },
			{ ...ida, email: 'later@example.org', leftOn: daysFromNow(30) },
			{ ...ida, email: 'wrong@example.org', leftOn: '31.12.2026' },
			{ ...ida, email: 'impossible@example.org', leftOn: '2026-02-31' },
		],
		expected: [
			{ userId: '', problem: '', checkedOn: '' },
			{ userId: /./, welcomedOn: today, problem: '' },
			{ userId: '', problem: /31\.12\.2026/, checkedOn: today },
			{ userId: '', problem: /2026-02-31/, checkedOn: today },
		],
		service: () => {
			const created = ['later@example.org'];
			const listed = [ida.email, 'wrong@example.org', 'impossible@example.org', ...created];
			assert.deepEqual(
				listed.filter((email) => userOf(state, email)),
				created,
			);
		},
	}),

	...failuresOf(['user.getAll', 'user.get'], (state) => {
		const { row } = people(state);
		return {
			rows: [row, { ...row, email: 'no address' }],
			expected: [
				{ userId: '', problem: explained, checkedOn: today },
				{ userId: '', problem: explained, checkedOn: today },
			],
			next: [
				{ userId: /./, problem: '' },
				{ userId: '', problem: /./ },
			],
		};
	}),
};

/**
 * @param {State} state
 * @param {string} email
 */
function userOf({ users }, email) {
	return [...users.values()].find(({ emailAddress }) => emailAddress === email);
}
