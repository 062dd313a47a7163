import { integerParameter } from '../../../../src/forms/parameters';
import type { RecordOutput } from '../../../../src/forms/simplify';
import { words } from '../../../../src/values/words';
import type { NodeOperation } from '../../../../src/runtime/operation';

/**
 * The version of a ticket (spec 2.2).
 *
 * @internal
 */
export const ticketVersion = {
	...integerParameter('version', '3', 'Version number from the ticket record'),
	required: true,
};

/**
 * The fields of a ticket that are used most, and the others (spec 2.2).
 *
 * @internal
 */
export const ticketOutput: RecordOutput = {
	simplified: words(`
		ticketId ticketNumber version resolution centralUserId customerId messages.0.subject labels
		createdAt modifiedAt
	`),
	all: words('helpdeskAccountId autoReply activities messages'),
};

export const unassign: NodeOperation = {
	id: 'ticket.unassign',
	description: 'Remove the assignee of a ticket',
	form: { fields: [ticketVersion] },
	output: ticketOutput,
};
