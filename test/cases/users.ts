import type { Sandbox } from '../sandbox';
import { chosen, only, type OperationCases, recordAt } from './operationCase';

const userAt = ({ state }: Sandbox, position: number) => recordAt(state.users.values(), position);

export const userCases = {
	'user.checkAvailability': () => {
		const emailAddress = 'nobody@nordic-outfitters.example';
		return {
			parameters: { emailAddress },
			body: { emailAddress },
			...only({ available: true, exists: false }),
		};
	},

	'connectedTenant.getAll': ({ state }) => ({
		parameters: { returnAll: true },
		items: () => state.tenants.map(({ tenantId }) => ({ tenantId })),
	}),

	'user.getAll': ({ state }) => ({
		parameters: { limit: 3, filters: { active: 'ALL' } },
		query: { page: '1', pageSize: '3', active: 'ALL' },
		items: () => [...state.users.keys()].slice(0, 3).map((userId) => ({ userId })),
	}),

	'user.create': (sandbox) => {
		const person = { emailAddress: 'maja.new@example.org', firstName: 'Maja', lastName: 'Lind' };
		return {
			parameters: { ...person, additionalFields: { additionalBody: '{"phone":"+46 8 123"}' } },
			body: { ...person, phone: '+46 8 123' },
			items: () => [{ created: true, userId: userAt(sandbox, -1).userId }],
		};
	},

	'user.get': (sandbox) => {
		const { userId, emailAddress, groupIds } = userAt(sandbox, 10);
		return { ...chosen({ userId }), items: () => [{ userId, emailAddress, groupIds }] };
	},

	'user.update': (sandbox) => {
		const { userId } = userAt(sandbox, 11);
		return {
			...chosen({ userId }, { updateFields: { lastName: 'King' } }),
			body: { lastName: 'King' },
			...only({ success: true, userId }),
		};
	},

	'user.delete': (sandbox) => {
		const { userId } = userAt(sandbox, -1);
		return { ...chosen({ userId }), ...only({ deleted: true, userId }) };
	},

	'user.sendInvitation': (sandbox) => {
		const { userId } = userAt(sandbox, 13);
		return {
			...chosen({ userId }, { authentication: 'user' }),
			...only({ success: true, userId }),
		};
	},
} satisfies Partial<OperationCases>;
