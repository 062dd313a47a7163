import assert from 'node:assert/strict';
import { failuresOf, today } from './recipe.mjs';

/** @typedef {import('./recipe.mjs').Night} Night */

/** @typedef {import('./recipe.mjs').State} State */

/**
 * The two groups that a list has, and the names of all others.
 *
 * @param {State} state
 */
function groupsOf({ groups, users }) {
	const [group, other, ...others] = groups.values();
	assert.ok(group && other);
	/** @param {typeof group} each */
	const membersOf = ({ groupId }) =>
		[...users.values()]
			.filter(({ groupIds }) => groupIds.includes(groupId))
			.map(({ emailAddress }) => emailAddress);
	return { group, other, others: others.map(({ groupName }) => groupName), membersOf };
}

/**
 * A list on which everything is as in the service, and the rows of the audit.
 *
 * @param {State} state
 */
function rightList(state) {
	const { group, other, others, membersOf } = groupsOf(state);
	const { groupName, reports, roles } = group;
	return {
		rows: /** @type {const} */ ([
			{
				groupName,
				desiredState: JSON.stringify({ reports, roles }),
				members: membersOf(group).join(', ').toUpperCase(),
			},
			{ groupName: other.groupName, desiredState: '', members: membersOf(other).join(';') },
		]),
		unlisted: [
			...others.map((name) => ({
				groupName: name,
				differences: 'The group is not on the list.',
				checkedOn: today,
			})),
			{
				groupName: '(other groups)',
				differences: `${others.length} groups are not on the list.`,
			},
		],
	};
}

const notChecked = /^Not checked: /;

/**
 * Nights of *group-audit*, by what they are like.
 *
 * @type {Record<string, (state: State) => Night>}
 */
export const auditNights = {
	'everything as expected': (state) => {
		const { rows, unlisted } = rightList(state);
		return {
			rows,
			expected: [
				...rows.map(({ groupName }) => ({ groupName, differences: 'None', checkedOn: today })),
				...unlisted,
			],
		};
	},

	'a missing group, other access, and other members': (state) => {
		const { group, membersOf } = groupsOf(state);
		const [member] = membersOf(group);
		const [, ...reports] = group.reports;
		const { rows, unlisted } = rightList(state);
		const members = rows[0].members.replace(member?.toUpperCase() ?? '', 'new@example.org');
		const desiredState = JSON.stringify({ reports, roles: [...group.roles, 'AUDIT'] });
		return {
			rows: [
				{ groupName: 'Night shift', desiredState: '{}' },
				{ ...rows[0], members, desiredState },
				rows[1],
			],
			expected: [
				{ groupName: 'Night shift', differences: 'The group is missing.' },
				{
					differences: [
						/^roles: AUDIT is missing\.$/m,
						new RegExp(`^reports: ${group.reports[0]} is not on the list\\.$`, 'm'),
						/^new@example.org is missing\.$/m,
						new RegExp(`^${member} is not on the list\\.$`, 'm'),
					],
				},
				{ differences: 'None' },
				...unlisted,
			],
		};
	},

	'rows without a name, with wrong JSON, and a group that is listed twice': (state) => {
		const { rows, unlisted } = rightList(state);
		return {
			rows: [
				{ members: 'a@example.org' },
				{ ...rows[0], desiredState: '{reports' },
				{ ...rows[1] },
				{ ...rows[1], members: '' },
			],
			expected: [
				{ groupName: '(row 1 without a name)', differences: notChecked },
				{ differences: notChecked },
				{ differences: / is not on the list\./ },
				...unlisted,
			],
		};
	},

	'a service that does not show the lists of a group': (state) => {
		const { rows, unlisted } = rightList(state);
		return {
			reading: { groupLists: 'absent' },
			rows,
			expected: [{ differences: notChecked }, { differences: 'None' }, ...unlisted],
		};
	},

	...failuresOf(['member.getAll'], (state) => {
		const { rows, unlisted } = rightList(state);
		const differences = /^Not checked: Members\. [^\n]+\. [^\n]+\.$/;
		return {
			rows: rows.map((row) => ({ ...row, members: '' })),
			expected: [...rows.map(() => ({ differences })), ...unlisted],
		};
	}),

	...failuresOf(['userGroup.getAll'], (state) => {
		const { rows } = rightList(state);
		const others = { groupName: '(other groups)' };
		const names = [...rows, others].map(({ groupName }) => groupName);
		return { rows, expected: names.map((groupName) => ({ groupName, differences: notChecked })) };
	}),

	...failuresOf(['userGroup.get'], (state) => {
		const { rows, unlisted } = rightList(state);
		const differences = /^Not checked: Access\. [^\n]+\. [^\n]+\.$/;
		return { rows, expected: [...rows.map(() => ({ differences })), ...unlisted] };
	}),
};
