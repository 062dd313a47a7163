import type { TicketUnassignment } from '../../../../src/api/records';
import { type FieldOf, integerField } from '../../../../src/forms/fields/field';
import type { RecordOutput } from '../../../../src/forms/simplify';

/** The version of a ticket (spec 2.2). */
export const ticketVersion: FieldOf<TicketUnassignment> = integerField(
	'version',
	'3',
	'Version number from the ticket record',
);

/** The fields of a ticket that are used most, and the others (spec 2.2). */
export const ticketOutput: RecordOutput = {
	simplified: [
		'ticketId',
		'ticketNumber',
		'version',
		'resolution',
		'centralUserId',
		'customerId',
		'messages.0.subject',
		'labels',
		'createdAt',
		'modifiedAt',
	],
	all: ['helpdeskAccountId', 'autoReply', 'activities', 'messages'],
};
