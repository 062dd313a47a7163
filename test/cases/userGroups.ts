import type { Sandbox } from '../sandbox';
import { chosen, only, type OperationCases, recordAt } from './operationCase';

const groupAt = ({ state }: Sandbox, position: number) => recordAt(state.groups.values(), position);

export const userGroupCases = {
	'report.getAll': ({ state }) => ({
		parameters: { returnAll: true },
		items: () => state.reports.map(({ reportId }) => ({ reportId })),
	}),

	'userGroup.getAll': (sandbox) => {
		const { groupId, groupName } = groupAt(sandbox, 3);
		return {
			parameters: { limit: 1, filters: { keywords: groupName, active: 'ALL' } },
			query: { page: '1', pageSize: '1', keywords: groupName, active: 'ALL' },
			items: () => [{ groupId, groupName }],
		};
	},

	'userGroup.create': (sandbox) => ({
		parameters: { groupName: 'Night shift', additionalFields: { active: true } },
		body: { groupName: 'Night shift', active: true },
		items: () => [{ groupId: groupAt(sandbox, -1).groupId }],
	}),

	'userGroup.get': (sandbox) => {
		const { groupId, groupName, roles } = groupAt(sandbox, 0);
		return { ...chosen({ groupId }), items: () => [{ groupId, groupName, roles }] };
	},

	'userGroup.update': (sandbox) => {
		const { groupId, roles } = groupAt(sandbox, 1);
		const removed = recordAt(roles, 0);
		return {
			...chosen(
				{ groupId },
				{
					changeMode: 'changes',
					updateFields: { groupName: 'Warehouse Gävle' },
					reports: { added: [{ reportId: 110 }] },
					roles: { added: [{ role: 'AUDIT' }], removed: [{ role: removed }] },
					warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
					returnReasons: { added: [{ returnReasonId: 33 }], removed: [{ returnReasonId: 1 }] },
					webStores: { removed: [{ storeId: 1 }] },
				},
			),
			body: {
				groupName: 'Warehouse Gävle',
				reports: { added: [110] },
				roles: { added: ['AUDIT'], removed: [removed] },
				warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
				returnReasons: { added: [{ returnReasonId: 33 }], removed: [1] },
				webStores: { removed: [1] },
			},
			...only({ success: true, changed: true, groupId }),
		};
	},

	'userGroup.delete': (sandbox) => {
		const { groupId } = groupAt(sandbox, -1);
		return { ...chosen({ groupId }), ...only({ deleted: true, groupId }) };
	},

	'member.getAll': (sandbox) => {
		const { groupId } = groupAt(sandbox, 2);
		const members = [...sandbox.state.users.values()].filter(({ groupIds }) =>
			groupIds.includes(groupId),
		);
		return {
			...chosen({ groupId }, { limit: 4 }),
			query: { page: '1', pageSize: '4' },
			items: () => members.slice(0, 4).map(({ userId }) => ({ userId })),
		};
	},
} satisfies Partial<OperationCases>;
