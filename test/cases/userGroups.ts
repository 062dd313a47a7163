import { limits } from '../../src/api/limits';
import type { Sandbox } from '../sandbox';
import { type OperationCases, picked, recordAt, unknownNumber } from './operationCase';

const groupAt = ({ state }: Sandbox, position: number) => recordAt(state.groups.values(), position);

const unknownGroup = () => ({ path: { groupId: unknownNumber } });

export const userGroupCases = {
	'report.getAll': {
		success: ({ state }) => ({
			parameters: { returnAll: true },
			items: () => state.reports.map(({ reportId }) => ({ reportId })),
		}),
		refusals: {},
	},

	'userGroup.getAll': {
		success: (sandbox) => {
			const { groupId, groupName } = groupAt(sandbox, 3);
			return {
				parameters: { limit: 1, filters: { keywords: groupName, active: 'ALL' } },
				query: { page: '1', pageSize: '1', keywords: groupName, active: 'ALL' },
				items: () => [{ groupId, groupName }],
			};
		},
		refusals: {
			'invalid-page': () => ({ query: { page: limits.firstPage - 1 } }),
			'invalid-page-size': () => ({ query: { pageSize: limits.pageSize.maximum + 1 } }),
		},
	},

	'userGroup.create': {
		success: (sandbox) => ({
			parameters: { groupName: 'Night shift', additionalFields: { active: true } },
			body: { groupName: 'Night shift', active: true },
			items: () => [{ groupId: groupAt(sandbox, -1).groupId }],
		}),
		refusals: {
			'group-name-is-unavailable': (sandbox) => ({
				body: { groupName: groupAt(sandbox, 3).groupName },
			}),
		},
	},

	'userGroup.get': {
		success: (sandbox) => {
			const { groupId, groupName, roles } = groupAt(sandbox, 0);
			return {
				parameters: { groupId: picked(groupId) },
				path: { groupId },
				items: () => [{ groupId, groupName, roles }],
			};
		},
		refusals: { 'user-group-not-found': unknownGroup },
	},

	'userGroup.update': {
		success: (sandbox) => {
			const { groupId, roles } = groupAt(sandbox, 1);
			const removed = recordAt(roles, 0);
			return {
				parameters: {
					groupId: picked(groupId),
					changeMode: 'changes',
					updateFields: { groupName: 'Warehouse Gävle' },
					reports: { added: [{ reportId: 110 }] },
					roles: { added: [{ role: 'AUDIT' }], removed: [{ role: removed }] },
					warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
					returnReasons: { added: [{ returnReasonId: 33 }], removed: [{ returnReasonId: 1 }] },
					webStores: { removed: [{ storeId: 1 }] },
				},
				path: { groupId },
				body: {
					groupName: 'Warehouse Gävle',
					reports: { added: [110] },
					roles: { added: ['AUDIT'], removed: [removed] },
					warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
					returnReasons: { added: [{ returnReasonId: 33 }], removed: [1] },
					webStores: { removed: [1] },
				},
				items: () => [{ success: true, changed: true, groupId }],
				nothingElse: true,
			};
		},
		refusals: {
			'group-already-have-access-to-report': (sandbox) => {
				const { groupId, reports } = groupAt(sandbox, 0);
				return { path: { groupId }, body: { reports: { added: reports.slice(0, 1) } } };
			},
			'group-already-have-access-to-role': (sandbox) => {
				const { groupId, roles } = groupAt(sandbox, 0);
				return { path: { groupId }, body: { roles: { added: roles.slice(0, 1) } } };
			},
			'group-name-is-unavailable': (sandbox) => ({
				path: { groupId: groupAt(sandbox, 0).groupId },
				body: { groupName: groupAt(sandbox, 3).groupName },
			}),
			'user-group-not-found': () => ({ ...unknownGroup(), body: { active: true } }),
		},
	},

	'userGroup.delete': {
		success: (sandbox) => {
			const { groupId } = groupAt(sandbox, -1);
			return {
				parameters: { groupId: picked(groupId) },
				path: { groupId },
				items: () => [{ deleted: true, groupId }],
				nothingElse: true,
			};
		},
		refusals: {
			'cannot-delete-referenced-entity': (sandbox) => ({
				path: { groupId: groupAt(sandbox, 0).groupId },
			}),
			'user-group-not-found': unknownGroup,
		},
	},

	'member.getAll': {
		success: (sandbox) => {
			const { groupId } = groupAt(sandbox, 2);
			const members = [...sandbox.state.users.values()].filter(({ groupIds }) =>
				groupIds.includes(groupId),
			);
			return {
				parameters: { groupId: picked(groupId), limit: 4 },
				path: { groupId },
				query: { page: '1', pageSize: '4' },
				items: () => members.slice(0, 4).map(({ userId }) => ({ userId })),
			};
		},
		refusals: {
			'invalid-page': (sandbox) => ({
				path: { groupId: groupAt(sandbox, 0).groupId },
				query: { page: limits.firstPage - 1 },
			}),
			'invalid-page-size': (sandbox) => ({
				path: { groupId: groupAt(sandbox, 0).groupId },
				query: { pageSize: limits.pageSize.maximum + 1 },
			}),
		},
	},
} satisfies Partial<OperationCases>;
