import { nextNumber } from '../state';
import { ServiceError } from '../responses';
import type { Handlers } from './handler';

/** Returns, tickets, and pages. */
export const otherHandlers = {
	'return.create': {
		// That a return has a row, and a row a quantity, is this sandbox's own rule.
		body: {
			properties: { rows: { minItems: 1, items: { properties: { quantity: { minimum: 1 } } } } },
		},
		handle: ({ state, body }) => {
			const returnId = nextNumber(state);
			const result = { returnId, returnNumber: `R-${returnId}` };
			state.returns.push({ ...body, ...result });
			return { body: result };
		},
	},

	'ticket.unassign': {
		handle: ({ state, path, body, error }) => {
			const ticket = state.tickets.get(String(path.ticketId).toLowerCase());
			if (!ticket) throw error('conversation-not-found');
			if (ticket.centralUserId === null) throw error('ticket-is-not-assigned');
			// The spec shows no code for a ticket that somebody changed in between.
			if (body.version !== ticket.version) {
				throw new ServiceError(409, 'conflict', `The ticket is at version ${ticket.version}`);
			}
			ticket.centralUserId = null;
			ticket.version += 1;
			ticket.modifiedAt = new Date().toISOString();
			return { body: ticket };
		},
	},

	'page.get': {
		handle: ({ state, path, error }) => {
			const draft = state.drafts.get(String(path.draftId).toLowerCase());
			if (!draft) throw error('web-pages.retrieve-page.draft-not-found');
			const page = draft.pages.get(String(path.pageId).toLowerCase());
			if (!page) throw error('web-pages.retrieve-page.page-not-found');
			const { layoutId, ...fields } = page;
			const layout = state.layouts.get(layoutId);
			if (!layout) throw error('web-pages.retrieve-page.layout-not-found');
			return { body: { ...fields, layout } };
		},
	},
} satisfies Partial<Handlers>;
