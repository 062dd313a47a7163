import { nextNumber } from '../state';
import { ServiceError } from '../responses';
import { existing, refuseIf } from './errorStatuses';
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
		handle: ({ state, path, body }) => {
			const found = state.tickets.get(String(path.ticketId).toLowerCase());
			const ticket = existing(found, 'conversation-not-found');
			refuseIf(ticket.centralUserId === null, 'ticket-is-not-assigned');
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
		handle: ({ state, path }) => {
			const foundDraft = state.drafts.get(String(path.draftId).toLowerCase());
			const { pages } = existing(foundDraft, 'web-pages.retrieve-page.draft-not-found');
			const foundPage = pages.get(String(path.pageId).toLowerCase());
			const page = existing(foundPage, 'web-pages.retrieve-page.page-not-found');
			const { layoutId, ...fields } = page;
			const foundLayout = state.layouts.get(layoutId);
			const layout = existing(foundLayout, 'web-pages.retrieve-page.layout-not-found');
			return { body: { ...fields, layout } };
		},
	},
} satisfies Partial<Handlers>;
