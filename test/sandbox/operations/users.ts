import type { IDataObject } from 'n8n-workflow';
import { userKinds } from '../../../src/api/assumedNames';
import type { UserState } from '../state';
import { existing, refuseIf } from './errorStatuses';
import { type Call, type Handlers, malformed } from './handler';
import { pageOf, search } from './lists';
import { boolean, listOf, nonEmptyString, openRecord, text, wholeNumber } from './schemas';

const { normal, administrator } = userKinds;

const fields = {
	emailAddress: text,
	firstName: text,
	lastName: text,
	kind: { enum: Object.values(userKinds) },
	active: boolean,
	tenantIds: listOf(text),
};

const numbers = listOf(wholeNumber);

const createBody = openRecord({ ...fields, groupIds: numbers });

const changeSet = {
	...openRecord({ added: numbers, removed: numbers }),
	additionalProperties: false,
};

/** Groups to add, as a list or as a change-set; the spec does not show which. */
const updateBody = openRecord({
	...fields,
	firstName: nonEmptyString,
	lastName: nonEmptyString,
	groupIds: { anyOf: [numbers, changeSet] },
});

/** The fields of a user in a list. */
export function userSummary(user: UserState): IDataObject {
	const { userId, emailAddress, firstName, lastName, kind, active } = user;
	return { userId, emailAddress, firstName, lastName, kind, active };
}

function byAddress<T extends { emailAddress: string }>(
	people: Iterable<T>,
	address: string,
): T | undefined {
	const wanted = address.toLowerCase();
	return [...people].find(
		({ emailAddress }) =>
			// Tests may have long lists.
			emailAddress.length === wanted.length && emailAddress.toLowerCase() === wanted,
	);
}

/** The user of a path. */
function userOf({ state, path }: Call): UserState {
	return existing(state.users.get(String(path.userId).toLowerCase()), 'user-not-found');
}

function isAddress(value: string): boolean {
	return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(value);
}

/** The address of a body, in which the two operations that look for it must find one. */
function requiredAddress(value: unknown): string {
	const address = String(value ?? '').trim();
	refuseIf(address === '', 'email-address-required');
	refuseIf(!isAddress(address), 'invalid-email-address');
	return address;
}

/** Letters of any script, spaces, hyphens, dots and apostrophes, up to 100 characters. */
function isName(value: string): boolean {
	return /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,99}$/u.test(value);
}

function checkGroups(kind: string, added: number[]): void {
	refuseIf(kind !== normal && added.length > 0, 'only-normal-users-can-be-assigned-user-groups');
}

/** Refuses tenants that an administrator cannot have, and those that do not exist. */
function checkTenants(call: Call, kind: string, tenantIds: string[]): void {
	refuseIf(
		kind === administrator && tenantIds.length > 0,
		'administrators-cannot-be-assigned-connected-tenants',
	);
	const known = call.state.tenants.map(({ tenantId }) => tenantId);
	refuseIf(!tenantIds.every((id) => known.includes(id)), 'tenant-not-found');
}

export const userHandlers = {
	'user.checkAvailability': {
		body: openRecord({ emailAddress: text }),
		handle: ({ state, body }) => {
			const address = requiredAddress(body.emailAddress);
			const user = byAddress(state.users.values(), address);
			const person = user ?? byAddress(state.peopleElsewhere, address);
			if (!person) return { status: 204 };
			const accessToTenant = user !== undefined;
			return { body: { emailAddress: person.emailAddress, accessToTenant } };
		},
	},

	'connectedTenant.getAll': { handle: ({ state }) => ({ body: state.tenants }) },

	'user.getAll': {
		handle: (call) => {
			const users = search(call, call.state.users.values(), (user) => ({
				name: `${user.firstName} ${user.lastName}`,
				other: user.emailAddress,
			}));
			return { body: pageOf(call, users).map(userSummary) };
		},
	},

	'user.create': {
		body: createBody,
		handle: (call) => {
			const { state } = call;
			const input = call.body as Partial<UserState>;
			const address = requiredAddress(input.emailAddress);
			refuseIf(byAddress(state.users.values(), address) !== undefined, 'user-already-in-tenant');
			const person = byAddress(state.peopleElsewhere, address);
			const { firstName = '', lastName = '' } = person ?? input;
			refuseIf(!firstName.trim() || !lastName.trim(), 'name-required');
			refuseIf(!isName(firstName.trim()) || !isName(lastName.trim()), 'invalid-name');
			const { kind = normal, groupIds = [], tenantIds = [], active = true } = input;
			checkGroups(kind, groupIds);
			checkTenants(call, kind, tenantIds);
			refuseIf(!groupIds.every((id) => state.groups.has(id)), 'group-not-found');

			const userId = state.random.uuid();
			const user = {
				...input,
				userId,
				emailAddress: person?.emailAddress ?? address,
				firstName: firstName.trim(),
				lastName: lastName.trim(),
				kind,
				active,
				groupIds: [...new Set(groupIds)],
				tenantIds: [...new Set(tenantIds)],
				createdAt: new Date().toISOString(),
			};
			state.users.set(userId, user);
			state.peopleElsewhere = state.peopleElsewhere.filter((each) => each !== person);
			const body = call.reading.createdUser === 'id' ? { userId } : user;
			return { status: person ? 200 : 201, body };
		},
	},

	'user.get': { handle: (call) => ({ body: userOf(call) }) },

	'user.update': {
		body: updateBody,
		handle: (call) => {
			const { state } = call;
			const user = userOf(call);
			const { groupIds, ...input } = call.body as Omit<Partial<UserState>, 'groupIds'> & {
				groupIds?: number[] | { added?: number[]; removed?: number[] };
			};
			const { kind = user.kind, tenantIds = [], emailAddress } = input;
			const { added = [], removed = [] } = Array.isArray(groupIds)
				? { added: groupIds }
				: (groupIds ?? {});
			checkGroups(kind, added);
			refuseIf(
				added.some((id) => user.groupIds.includes(id)),
				'user-already-has-group',
			);
			if (added.some((id) => !state.groups.has(id))) {
				throw malformed(`body/groupIds names a group that does not exist`);
			}
			checkTenants(call, kind, tenantIds);
			if (emailAddress !== undefined && !isAddress(emailAddress)) {
				throw malformed(`body/emailAddress must be an e-mail address`);
			}
			const stays = kind === normal ? user.groupIds.filter((id) => !removed.includes(id)) : [];
			Object.assign(user, input, { groupIds: [...stays, ...added] });
			if (kind === administrator) user.tenantIds = [];
			return {};
		},
	},

	'user.delete': {
		handle: (call) => {
			call.state.users.delete(userOf(call).userId);
			return {};
		},
	},

	'user.sendInvitation': {
		handle: (call) => {
			userOf(call);
			return {};
		},
	},
} satisfies Partial<Handlers>;
