import { type OperationCases, recordAt, unknownUuid } from './operationCase';

export const helpdeskCases = {
	'ticket.unassign': {
		success: ({ state }) => {
			const { ticketId, version } = recordAt(state.tickets.values(), 0);
			return {
				parameters: { ticketId, version },
				path: { ticketId },
				body: { version },
				items: () => [{ ticketId, centralUserId: null, version: version + 1 }],
			};
		},
		refusals: {
			'conversation-not-found': () => ({ path: { ticketId: unknownUuid }, body: { version: 1 } }),
			'ticket-is-not-assigned': ({ state }) => {
				const unassigned = [...state.tickets.values()].filter(
					({ centralUserId }) => centralUserId === null,
				);
				const { ticketId, version } = recordAt(unassigned, 0);
				return { path: { ticketId }, body: { version } };
			},
		},
	},
} satisfies Partial<OperationCases>;
