import { ServiceError } from '../errorAnswers';
import type { ErrorStatuses, Handlers } from './handler';
import { record, wholeNumber } from './schemas';

export const helpdeskErrorStatuses = {
	'conversation-not-found': 404,
	'ticket-is-not-assigned': 409,
} satisfies ErrorStatuses;

export const helpdeskHandlers = {
	'ticket.unassign': {
		body: record({ version: wholeNumber }, ['version']),
		handle: ({ state, path, body, error }) => {
			const ticket = state.tickets.get(String(path.ticketId).toLowerCase());
			if (!ticket) throw error('conversation-not-found');
			if (ticket.centralUserId === null) throw error('ticket-is-not-assigned');
			const { version } = body as { version: number };
			// The spec shows no code for a ticket that somebody changed in between.
			if (version !== ticket.version) {
				throw new ServiceError(409, 'conflict', `The ticket is at version ${ticket.version}`);
			}
			Object.assign(ticket, {
				centralUserId: null,
				version: version + 1,
				modifiedAt: new Date().toISOString(),
			});
			return { body: ticket };
		},
	},
} satisfies Partial<Handlers>;
