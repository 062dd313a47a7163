import type { IDataObject } from 'n8n-workflow';
import {
	identifierNames,
	labelNames,
	requestNames,
	userKinds,
} from '../../../src/api/assumedNames';
import type { UserState } from '../state';
import { existing, refuseIf } from './errorStatuses';
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
function checkTenants({ state }: Call, kind: string, tenantIds: string[]): void {
	refuseIf(
		kind === administrator && tenantIds.length > 0,
		'administrators-cannot-be-assigned-connected-tenants',
	);
	const known = state.tenants.map(({ tenantId }) => tenantId);
	refuseIf(!tenantIds.every((id) => known.includes(id)), 'tenant-not-found');
}

const availabilityName = requestNames.availability.emailAddress;

export const userHandlers = {
	'user.checkAvailability': {
		body: openRecord({ [availabilityName]: text }),
		handle: ({ state, body }) => {
			const address = requiredAddress(body[availabilityName]);
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
			const { state } = call;
			const input = fromWire(call.body, names) as Partial<UserState>;
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
			const { state } = call;
			const user = userOf(call);
			const { groupIds, ...input } = fromWire(call.body, names) as Omit<
				Partial<UserState>,
				'groupIds'
			> & { groupIds?: number[] | { added?: number[]; removed?: number[] } };
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
