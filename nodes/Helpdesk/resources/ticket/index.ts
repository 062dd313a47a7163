import type { NodeResource } from '../../../../src/runtime/operation';
import { unassign } from './unassign';

export const ticket: NodeResource = {
	name: 'Ticket',
	value: 'ticket',
	description: 'A request of a customer at the helpdesk',
	operations: [unassign],
};
