import type { NodeResource } from '../../../../src/runtime/operation';
import { unassign } from './unassign';

export const ticket: NodeResource = {
	name: 'Ticket',
	value: 'ticket',
	description: "A customer's helpdesk request",
	operations: [unassign],
};
