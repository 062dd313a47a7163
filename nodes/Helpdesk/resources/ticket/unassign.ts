import { entryProperty } from '../../../shared/descriptions/changeSet';
import { isEmpty, readValue } from '../../../shared/execution/fieldValue';
import type { ItemContext, NodeOperation } from '../../../shared/execution/operation';
import { ticketVersion } from '../../../shared/service/recordFields';
import { asRecord } from '../../../shared/transport/answer';
import { InputError } from '../../../shared/transport/serviceError';

const { name, label } = ticketVersion;

function readVersion(item: ItemContext) {
	const version = item.parameter<unknown>(name, '');
	if (!isEmpty(version)) return readValue(item.node, ticketVersion, version);
	throw new InputError(
		item.node,
		`${label} is empty`,
		`Fill in ${label}. The ticket carries it wherever you got the ticket from.`,
	);
}

export const unassign: NodeOperation = {
	id: 'ticket.unassign',
	name: 'Unassign',
	action: 'Unassign a ticket',
	description: 'Remove the assignee of a ticket, so that anybody can take it',
	fields: [
		{
			displayName: 'Ticket ID',
			name: 'ticketId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12',
			description: 'The long ID of the ticket, not the ticket number',
		},
		{ ...entryProperty(ticketVersion), required: true },
	],
	async execute(item) {
		const path = { ticketId: item.parameter<string>('ticketId') };
		const request = { [name]: readVersion(item) };
		const { body } = await item.service.request(this.id, { path, body: request });
		return [asRecord(body)];
	},
};
