import { type OperationCases, recordAt } from './operationCase';

export const helpdeskCases = {
	'ticket.unassign': ({ state }) => {
		const { ticketId, version } = recordAt(state.tickets.values(), 0);
		return {
			parameters: { ticketId, version },
			path: { ticketId },
			body: { version },
			items: () => [{ ticketId, centralUserId: null, version: version + 1 }],
		};
	},
} satisfies Partial<OperationCases>;
