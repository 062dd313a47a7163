import type { IDataObject } from 'n8n-workflow';
import {
	identifierNames,
	labelNames,
	requestNames,
	userKinds,
} from '../../../src/api/assumedNames';
import type { SandboxState, UserState } from '../state';
import type { ErrorStatuses, Handlers } from './handler';
import { malformed, otherFields } from './handler';
import { pageOf, passesSearch } from './lists';
import {
	listOf,
	openRecord,
	record,
	searchQuery,
	text,
	nonEmptyString,
	wholeNumber,
	boolean,
} from './schemas';

const names = requestNames.user;
const { normal, administrator } = userKinds;

const fields = {
	[names.emailAddress]: text,
	[names.firstName]: text,
	[names.lastName]: text,
	[names.kind]: { enum: Object.values(userKinds) },
	[names.active]: boolean,
	[names.tenantIds]: listOf(text),
};

const createBody = openRecord({ ...fields, [names.groupIds]: listOf(wholeNumber) });

/** Groups to add, as a list or as a change-set; the spec does not show which. */
const updateBody = openRecord({
	...fields,
	[names.firstName]: nonEmptyString,
	[names.lastName]: nonEmptyString,
	[names.groupIds]: {
		anyOf: [
			listOf(wholeNumber),
			record({ added: listOf(wholeNumber), removed: listOf(wholeNumber) }),
		],
	},
});

/** The fields of a user in a list. */
export function userSummary(user: UserState): IDataObject {
	return {
		[identifierNames.user[0]]: user.userId,
		[names.emailAddress]: user.emailAddress,
		[names.firstName]: user.firstName,
		[names.lastName]: user.lastName,
		[names.kind]: user.kind,
		[names.active]: user.active,
	};
}

function userDetails(user: UserState): IDataObject {
	return {
		...user.other,
		...userSummary(user),
		[names.groupIds]: user.groupIds,
		[names.tenantIds]: user.tenantIds,
		createdAt: user.createdAt,
	};
}

function byAddress<T extends { emailAddress: string }>(
	people: Iterable<T>,
	address: string,
): T | undefined {
	return [...people].find((each) => each.emailAddress.toLowerCase() === address.toLowerCase());
}

function isAddress(value: string): boolean {
	return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(value);
}

/** Letters of any script, spaces, hyphens, dots and apostrophes, up to 100 characters. */
function isName(value: string): boolean {
	return /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,99}$/u.test(value);
}

function unknownTenant(state: SandboxState, tenantIds: string[]): boolean {
	return tenantIds.some((id) => state.tenants.every((tenant) => tenant.tenantId !== id));
}

export const userErrorStatuses = {
	'email-address-required': 400,
	'invalid-email-address': 400,
	'administrators-cannot-be-assigned-connected-tenants': 400,
	'group-not-found': 404,
	'invalid-name': 400,
	'name-required': 400,
	'only-normal-users-can-be-assigned-user-groups': 400,
	'tenant-not-found': 404,
	'user-already-in-tenant': 409,
	'user-already-has-group': 409,
	'user-not-found': 404,
	'api-client-must-be-a-user': 403,
} satisfies ErrorStatuses;

export const userHandlers = {
	'user.checkAvailability': {
		body: openRecord({ [requestNames.availability.emailAddress]: text }),
		handle: ({ state, body, error }) => {
			const address = String((body as IDataObject)[requestNames.availability.emailAddress] ?? '');
			if (address.trim() === '') throw error('email-address-required');
			if (!isAddress(address)) throw error('invalid-email-address');
			const user = byAddress(state.users.values(), address);
			const person = user ?? byAddress(state.peopleElsewhere, address);
			if (!person) return { status: 204 };
			return {
				status: 200,
				body: {
					[requestNames.availability.emailAddress]: person.emailAddress,
					accessToTenant: user !== undefined,
				},
			};
		},
	},

	'connectedTenant.getAll': {
		handle: ({ state }) => ({
			body: state.tenants.map((tenant) => ({
				[identifierNames.tenant[0]]: tenant.tenantId,
				[labelNames.tenant[0]]: tenant.name,
				current: tenant.current,
			})),
		}),
	},

	'user.getAll': {
		query: searchQuery,
		handle: (call) => {
			const users = [...call.state.users.values()].filter((user) =>
				passesSearch(call.query, {
					active: user.active,
					words: `${user.firstName} ${user.lastName} ${user.emailAddress}`,
				}),
			);
			return { body: pageOf(call, users).map(userSummary) };
		},
	},

	'user.create': {
		body: createBody,
		handle: ({ state, body, error }) => {
			const input = body as IDataObject;
			const address = String(input[names.emailAddress] ?? '').trim();
			if (address === '') throw error('email-address-required');
			if (!isAddress(address)) throw error('invalid-email-address');
			if (byAddress(state.users.values(), address)) throw error('user-already-in-tenant');
			const person = byAddress(state.peopleElsewhere, address);
			const firstName = person?.firstName ?? String(input[names.firstName] ?? '').trim();
			const lastName = person?.lastName ?? String(input[names.lastName] ?? '').trim();
			if (firstName === '' || lastName === '') throw error('name-required');
			if (!person && !(isName(firstName) && isName(lastName))) throw error('invalid-name');

			const kind = String(input[names.kind] ?? normal);
			const groupIds = (input[names.groupIds] ?? []) as number[];
			const tenantIds = (input[names.tenantIds] ?? []) as string[];
			if (kind !== normal && groupIds.length > 0) {
				throw error('only-normal-users-can-be-assigned-user-groups');
			}
			if (kind === administrator && tenantIds.length > 0) {
				throw error('administrators-cannot-be-assigned-connected-tenants');
			}
			if (groupIds.some((id) => !state.groups.has(id))) throw error('group-not-found');
			if (unknownTenant(state, tenantIds)) throw error('tenant-not-found');

			const user: UserState = {
				userId: state.random.uuid(),
				emailAddress: person?.emailAddress ?? address,
				firstName,
				lastName,
				kind,
				active: input[names.active] !== false,
				groupIds: [...new Set(groupIds)],
				tenantIds: [...new Set(tenantIds)],
				createdAt: new Date().toISOString(),
				invitationsSent: person ? 0 : 1,
				other: otherFields(input, Object.values(names)),
			};
			state.users.set(user.userId, user);
			state.peopleElsewhere = state.peopleElsewhere.filter((each) => each !== person);
			return { status: person ? 200 : 201, body: { [identifierNames.user[0]]: user.userId } };
		},
	},

	'user.get': {
		handle: ({ state, path, error }) => {
			const user = state.users.get(String(path.userId).toLowerCase());
			if (!user) throw error('user-not-found');
			return { body: userDetails(user) };
		},
	},

	'user.update': {
		body: updateBody,
		handle: ({ state, path, body, error }) => {
			const user = state.users.get(String(path.userId).toLowerCase());
			if (!user) throw error('user-not-found');
			const input = body as IDataObject;
			const kind = String(input[names.kind] ?? user.kind);
			const groups = input[names.groupIds] as
				number[] | { added?: number[]; removed?: number[] } | undefined;
			const added = (Array.isArray(groups) ? groups : groups?.added) ?? [];
			const removed = (Array.isArray(groups) ? [] : groups?.removed) ?? [];
			if (added.length > 0 && kind !== normal) {
				throw error('only-normal-users-can-be-assigned-user-groups');
			}
			if (added.some((id) => user.groupIds.includes(id))) throw error('user-already-has-group');
			if (added.some((id) => !state.groups.has(id))) {
				throw malformed(`body/${names.groupIds} names a group that does not exist`);
			}
			const tenantIds = input[names.tenantIds] as string[] | undefined;
			if (tenantIds && tenantIds.length > 0 && kind === administrator) {
				throw error('administrators-cannot-be-assigned-connected-tenants');
			}
			if (unknownTenant(state, tenantIds ?? [])) throw error('tenant-not-found');
			const address = input[names.emailAddress];
			if (address !== undefined && !isAddress(String(address))) {
				throw malformed(`body/${names.emailAddress} must be an e-mail address`);
			}

			const stays = kind === normal ? user.groupIds : [];
			Object.assign(user, {
				emailAddress: address ?? user.emailAddress,
				firstName: input[names.firstName] ?? user.firstName,
				lastName: input[names.lastName] ?? user.lastName,
				kind,
				active: input[names.active] ?? user.active,
				groupIds: [...stays.filter((id) => !removed.includes(id)), ...added],
				tenantIds: kind === administrator ? [] : (tenantIds ?? user.tenantIds),
				other: { ...user.other, ...otherFields(input, Object.values(names)) },
			});
			return {};
		},
	},

	'user.delete': {
		handle: ({ state, path, error }) => {
			if (!state.users.delete(String(path.userId).toLowerCase())) throw error('user-not-found');
			return {};
		},
	},

	'user.sendInvitation': {
		handle: ({ state, path, error }) => {
			const user = state.users.get(String(path.userId).toLowerCase());
			if (!user) throw error('user-not-found');
			user.invitationsSent += 1;
			return {};
		},
	},
} satisfies Partial<Handlers>;
