import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../src/api/errors';
import { toEventId } from '../../src/polling/poll';
import type { FieldTypes } from '../../src/runtime/operation';

export const recordEvents = ['created', 'changed', 'deleted'] as const;

export type RecordEvent = (typeof recordEvents)[number];

/** The most records that a trigger watches, which bounds its state and the time of a poll. */
export const maxRecords = 20_000;

/**
 * The fields of every event, of which the build makes the output schema.
 *
 * @public
 */
export const itemFields: FieldTypes = {
	event: 'string',
	eventId: 'string',
	resource: 'string',
	id: 'string',
	record: 'object',
};

/**
 * @param watched the fingerprint of what is watched, and the resource
 * @param changed of a deleted record, only the ID is known
 * @param repetition distinguishes events of the same type of a record
 */
export function toItem(
	watched: { readonly source: string; readonly settings: { readonly resource: string } },
	event: RecordEvent,
	{ id, record }: { readonly id: string; readonly record?: IDataObject },
	...repetition: ReadonlyArray<string | number>
): IDataObject {
	return {
		event,
		eventId: toEventId(watched.source, event, id, ...repetition),
		resource: watched.settings.resource,
		id,
		...(event === 'deleted' ? { record: null, previous: { id } } : { record }),
	};
}

/** @param records what the user calls them, in the plural */
export function tooMany(records: string, description: string): ServiceError {
	const limit = maxRecords.toLocaleString('en-US');
	return new ServiceError({
		message: `There are more than ${limit} ${records}, which is the most that this trigger can watch`,
		description,
		errorCode: 'too-many-records',
	});
}
