import { limits } from '../../src/api/limits';
import type { Sandbox } from '../sandbox';
import { type OperationCases, picked, recordAt, unknownNumber, unknownUuid } from './operationCase';

const userAt = ({ state }: Sandbox, position: number) => recordAt(state.users.values(), position);

const userOfKind = ({ state }: Sandbox, kind: 'NORMAL' | 'ADMINISTRATOR') =>
	recordAt(
		[...state.users.values()].filter((user) => user.kind === kind),
		0,
	);

const anyGroupId = ({ state }: Sandbox) => recordAt(state.groups.keys(), 0);

const otherTenantId = ({ state }: Sandbox) =>
	recordAt(
		state.tenants.filter(({ current }) => !current),
		0,
	).tenantId;

const unknownUser = () => ({ path: { userId: unknownUuid } });

const newPerson = {
	emailAddress: 'new.person@nordic-outfitters.example',
	firstName: 'New',
	lastName: 'Person',
};

export const userCases = {
	'user.checkAvailability': {
		success: () => {
			const emailAddress = 'nobody@nordic-outfitters.example';
			return {
				parameters: { emailAddress },
				body: { emailAddress },
				items: () => [{ available: true, exists: false }],
				nothingElse: true,
			};
		},
		refusals: {
			'email-address-required': () => ({ body: {} }),
			'invalid-email-address': () => ({ body: { emailAddress: 'nobody' } }),
		},
	},

	'connectedTenant.getAll': {
		success: ({ state }) => ({
			parameters: { returnAll: true },
			items: () => state.tenants.map(({ tenantId }) => ({ tenantId })),
		}),
		refusals: {},
	},

	'user.getAll': {
		success: ({ state }) => ({
			parameters: { limit: 3, filters: { active: 'ALL' } },
			query: { page: '1', pageSize: '3', active: 'ALL' },
			items: () => [...state.users.keys()].slice(0, 3).map((userId) => ({ userId })),
		}),
		refusals: {
			'invalid-page': () => ({ query: { page: limits.firstPage - 1 } }),
			'invalid-page-size': () => ({ query: { pageSize: limits.pageSize.maximum + 1 } }),
		},
	},

	'user.create': {
		success: (sandbox) => {
			const person = { emailAddress: 'maja.new@example.org', firstName: 'Maja', lastName: 'Lind' };
			return {
				parameters: { ...person, additionalFields: { additionalBody: '{"phone":"+46 8 123"}' } },
				body: { ...person, phone: '+46 8 123' },
				items: () => [{ created: true, userId: userAt(sandbox, -1).userId }],
			};
		},
		refusals: {
			'administrators-cannot-be-assigned-connected-tenants': (sandbox) => ({
				body: { ...newPerson, kind: 'ADMINISTRATOR', tenantIds: [otherTenantId(sandbox)] },
			}),
			'email-address-required': () => ({ body: { ...newPerson, emailAddress: '' } }),
			'group-not-found': () => ({ body: { ...newPerson, groupIds: [unknownNumber] } }),
			'invalid-email-address': () => ({ body: { ...newPerson, emailAddress: 'a b@c.example' } }),
			'invalid-name': () => ({ body: { ...newPerson, lastName: '<b>Person</b>' } }),
			'name-required': () => ({ body: { ...newPerson, firstName: '' } }),
			'only-normal-users-can-be-assigned-user-groups': (sandbox) => ({
				body: { ...newPerson, kind: 'ADMINISTRATOR', groupIds: [anyGroupId(sandbox)] },
			}),
			'tenant-not-found': () => ({ body: { ...newPerson, tenantIds: [unknownUuid] } }),
			'user-already-in-tenant': (sandbox) => ({
				body: { ...newPerson, emailAddress: userAt(sandbox, 0).emailAddress },
			}),
		},
	},

	'user.get': {
		success: (sandbox) => {
			const { userId, emailAddress, groupIds } = userAt(sandbox, 10);
			return {
				parameters: { userId: picked(userId) },
				path: { userId },
				items: () => [{ userId, emailAddress, groupIds }],
			};
		},
		refusals: { 'user-not-found': unknownUser },
	},

	'user.update': {
		success: (sandbox) => {
			const { userId } = userAt(sandbox, 11);
			return {
				parameters: { userId: picked(userId), updateFields: { lastName: 'King' } },
				path: { userId },
				body: { lastName: 'King' },
				items: () => [{ success: true, userId }],
				nothingElse: true,
			};
		},
		refusals: {
			'administrators-cannot-be-assigned-connected-tenants': (sandbox) => ({
				path: { userId: userOfKind(sandbox, 'ADMINISTRATOR').userId },
				body: { tenantIds: [otherTenantId(sandbox)] },
			}),
			'only-normal-users-can-be-assigned-user-groups': (sandbox) => ({
				path: { userId: userOfKind(sandbox, 'ADMINISTRATOR').userId },
				body: { groupIds: [anyGroupId(sandbox)] },
			}),
			'tenant-not-found': (sandbox) => ({
				path: { userId: userOfKind(sandbox, 'NORMAL').userId },
				body: { tenantIds: [unknownUuid] },
			}),
			'user-already-has-group': (sandbox) => {
				const { userId, groupIds } = userOfKind(sandbox, 'NORMAL');
				return { path: { userId }, body: { groupIds: groupIds.slice(0, 1) } };
			},
			'user-not-found': () => ({ ...unknownUser(), body: { active: true } }),
		},
	},

	'user.delete': {
		success: (sandbox) => {
			const { userId } = userAt(sandbox, -1);
			return {
				parameters: { userId: picked(userId) },
				path: { userId },
				items: () => [{ deleted: true, userId }],
				nothingElse: true,
			};
		},
		refusals: { 'user-not-found': unknownUser },
	},

	'user.sendInvitation': {
		success: (sandbox) => {
			const { userId } = userAt(sandbox, 13);
			return {
				parameters: { userId: picked(userId), authentication: 'user' },
				path: { userId },
				items: () => [{ success: true, userId }],
				nothingElse: true,
			};
		},
		refusals: {
			'api-client-must-be-a-user': (sandbox) => ({
				path: { userId: userAt(sandbox, 0).userId },
				token: sandbox.issueToken('user.sendInvitation'),
			}),
			'user-not-found': unknownUser,
		},
	},
} satisfies Partial<OperationCases>;
