import type { IDataObject } from 'n8n-workflow';
import {
	identifierNames,
	labelNames,
	requestNames,
	userKinds,
} from '../../../src/api/assumedNames';
import type { UserState } from '../state';
import { type Call, fromWire, type Handlers, malformed, toWire } from './handler';
import { pageOf, search } from './lists';
import { boolean, listOf, nonEmptyString, openRecord, text, wholeNumber } from './schemas';

const names = { ...requestNames.user, userId: identifierNames.user[0] };
const { normal, administrator } = userKinds;

const fields = {
	[names.emailAddress]: text,
	[names.firstName]: text,
	[names.lastName]: text,
	[names.kind]: { enum: Object.values(userKinds) },
	[names.active]: boolean,
	[names.tenantIds]: listOf(text),
};

const numbers = listOf(wholeNumber);

const createBody = openRecord({ ...fields, [names.groupIds]: numbers });

const changeSet = {
	...openRecord({ added: numbers, removed: numbers }),
	additionalProperties: false,
};

/** Groups to add, as a list or as a change-set; the spec does not show which. */
const updateBody = openRecord({
	...fields,
	[names.firstName]: nonEmptyString,
	[names.lastName]: nonEmptyString,
	[names.groupIds]: { anyOf: [numbers, changeSet] },
});

/** The fields of a user in a list. */
export function userSummary(user: UserState): IDataObject {
	const { userId, emailAddress, firstName, lastName, kind, active } = user;
	return toWire({ userId, emailAddress, firstName, lastName, kind, active }, names);
}

function byAddress<T extends { emailAddress: string }>(
	people: Iterable<T>,
	address: string,
): T | undefined {
	return [...people].find((each) => each.emailAddress.toLowerCase() === address.toLowerCase());
}

/** The user of a path. */
function userOf({ state, path, error }: Call<'user-not-found'>): UserState {
	const user = state.users.get(String(path.userId).toLowerCase());
	if (!user) throw error('user-not-found');
	return user;
}

function isAddress(value: string): boolean {
	return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(value);
}

/** The address of a body, in which the two operations that look for it must find one. */
function requiredAddress(
	value: unknown,
	error: Call<'email-address-required' | 'invalid-email-address'>['error'],
): string {
	const address = String(value ?? '').trim();
	if (address === '') throw error('email-address-required');
	if (!isAddress(address)) throw error('invalid-email-address');
	return address;
}

/** Letters of any script, spaces, hyphens, dots and apostrophes, up to 100 characters. */
function isName(value: string): boolean {
	return /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,99}$/u.test(value);
}

/** Refuses tenants that an administrator cannot have, and those that do not exist. */
function checkTenants(
	{
		state,
		error,
	}: Call<'administrators-cannot-be-assigned-connected-tenants' | 'tenant-not-found'>,
	kind: string,
	tenantIds: string[],
): void {
	if (kind === administrator && tenantIds.length > 0) {
		throw error('administrators-cannot-be-assigned-connected-tenants');
	}
	const known = state.tenants.map(({ tenantId }) => tenantId);
	if (!tenantIds.every((id) => known.includes(id))) throw error('tenant-not-found');
}

const availabilityName = requestNames.availability.emailAddress;

export const userHandlers = {
	'user.checkAvailability': {
		body: openRecord({ [availabilityName]: text }),
		handle: ({ state, body, error }) => {
			const address = requiredAddress(body[availabilityName], error);
			const user = byAddress(state.users.values(), address);
			const person = user ?? byAddress(state.peopleElsewhere, address);
			if (!person) return { status: 204 };
			const accessToTenant = user !== undefined;
			return { body: { [availabilityName]: person.emailAddress, accessToTenant } };
		},
	},

	'connectedTenant.getAll': {
		handle: ({ state }) => ({
			body: state.tenants.map((tenant) =>
				toWire(tenant, { tenantId: identifierNames.tenant[0], name: labelNames.tenant[0] }),
			),
		}),
	},

	'user.getAll': {
		handle: (call) => {
			const users = search(
				call.query,
				call.state.users.values(),
				({ firstName, lastName, emailAddress }) => `${firstName} ${lastName} ${emailAddress}`,
			);
			return { body: pageOf(call, users).map(userSummary) };
		},
	},

	'user.create': {
		body: createBody,
		handle: (call) => {
			const { state, error } = call;
			const input = fromWire(call.body, names) as Partial<UserState>;
			const address = requiredAddress(input.emailAddress, error);
			if (byAddress(state.users.values(), address)) throw error('user-already-in-tenant');
			const person = byAddress(state.peopleElsewhere, address);
			const { firstName = '', lastName = '' } = person ?? input;
			if (!firstName.trim() || !lastName.trim()) throw error('name-required');
			if (!isName(firstName.trim()) || !isName(lastName.trim())) throw error('invalid-name');
			const { kind = normal, groupIds = [], tenantIds = [], active = true } = input;
			if (kind !== normal && groupIds.length > 0) {
				throw error('only-normal-users-can-be-assigned-user-groups');
			}
			checkTenants(call, kind, tenantIds);
			if (groupIds.some((id) => !state.groups.has(id))) throw error('group-not-found');

			const userId = state.random.uuid();
			state.users.set(userId, {
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
			});
			state.peopleElsewhere = state.peopleElsewhere.filter((each) => each !== person);
			return { status: person ? 200 : 201, body: { [names.userId]: userId } };
		},
	},

	'user.get': { handle: (call) => ({ body: toWire(userOf(call), names) }) },

	'user.update': {
		body: updateBody,
		handle: (call) => {
			const { state, error } = call;
			const user = userOf(call);
			const { groupIds, ...input } = fromWire(call.body, names) as Omit<
				Partial<UserState>,
				'groupIds'
			> & { groupIds?: number[] | { added?: number[]; removed?: number[] } };
			const { kind = user.kind, tenantIds = [], emailAddress } = input;
			const { added = [], removed = [] } = Array.isArray(groupIds)
				? { added: groupIds }
				: (groupIds ?? {});
			if (added.length > 0 && kind !== normal) {
				throw error('only-normal-users-can-be-assigned-user-groups');
			}
			if (added.some((id) => user.groupIds.includes(id))) throw error('user-already-has-group');
			if (added.some((id) => !state.groups.has(id))) {
				throw malformed(`body/${names.groupIds} names a group that does not exist`);
			}
			checkTenants(call, kind, tenantIds);
			if (emailAddress !== undefined && !isAddress(emailAddress)) {
				throw malformed(`body/${names.emailAddress} must be an e-mail address`);
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
