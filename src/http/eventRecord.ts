import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { StreamEvent } from './eventStream';
import { parseIfJson } from './parseJson';

/** What an event without a kind is (Server-Sent Events). */
export const usualKind = 'message';

/** What JSON can begin with, so that plain text is not parsed in vain. */
const jsonBeginning = /^\s*(?:[[{"]|(?:-?\d[\d.eE+-]*|true|false|null)\s*$)/;

/**
 * The data of an event, parsed where it is JSON.
 *
 * @param event as it arrived
 */
export function eventData({ data }: StreamEvent): unknown {
	const value = jsonBeginning.test(data) ? parseIfJson(data) : undefined;
	return value === undefined ? data : value;
}

/**
 * An event as the record of an item.
 *
 * @param event as it arrived
 * @param withRaw whether to add JSON data as it arrived too
 * @param value its data, as {@link eventData} reads it
 */
export function eventRecord(
	event: StreamEvent,
	withRaw: boolean,
	value: unknown = eventData(event),
): IDataObject {
	const record: IDataObject = { event: event.event ?? usualKind };
	if (event.id !== undefined) record.id = event.id;
	record.data = value as GenericValue as IDataObject;
	if (withRaw && value !== event.data) record.raw = event.data;
	return record;
}
