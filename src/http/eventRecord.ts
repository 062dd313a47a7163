import type { IDataObject } from 'n8n-workflow';
import type { StreamEvent } from './eventStream';
import { parseIfJson } from '../values/json';

/** The type of an event that has none (Server-Sent Events). */
export const defaultType = 'message';

/** What JSON can begin with, to avoid parsing plain text. */
const startOfJson = /^\s*(?:[[{"]|(?:-?\d[\d.eE+-]*|true|false|null)\s*$)/;

/** The data of an event, parsed if it is JSON. */
export function eventData({ data }: Pick<StreamEvent, 'data'>): unknown {
	const value = startOfJson.test(data) ? parseIfJson(data) : undefined;
	return value === undefined ? data : value;
}

/** An event as the record of an item. */
export function eventRecord(event: StreamEvent, value: unknown): IDataObject {
	const id = event.id === undefined ? {} : { id: event.id };
	return { event: event.event ?? defaultType, ...id, data: value as IDataObject };
}
