import type { IDataObject } from 'n8n-workflow';
import { answerEventNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { oneOf, splitWords } from '../../api/words';
import { eventData, defaultType } from '../../http/eventRecord';
import type { StreamEvent } from '../../http/eventStream';
import { isText } from './eventReading';
import { type EventType, readType } from './eventType';

/** A longer text in a field for the type is no type. */
const maxTypeLength = 100;

const isTypeName = oneOf(answerEventNames.type);

const isType = (text: unknown): text is string =>
	isText(text) && text.length <= maxTypeLength && text !== defaultType;

export interface ReceivedEvent extends StreamEvent {
	/** The data, parsed if it is JSON. */
	readonly value: unknown;
	/** The data if it is a JSON object, else empty. */
	readonly record: IDataObject;
	readonly type: EventType;
}

export function readEvent(arrived: StreamEvent): ReceivedEvent {
	const { event, id, data, unfinished } = arrived;
	const value = eventData(arrived);
	const record = isRecord(value) ? value : {};
	const type = readType(joinTypes(event, record));
	return { event, id, data, unfinished, value, record, type };
}

/** What an event and its data call its type, one a line. */
function joinTypes(event: string | undefined, record: IDataObject): string {
	let types = isType(event) ? event : '';
	const names = Object.keys(record);
	for (const name of names) {
		const value = record[name];
		if (isTypeName(name) && isType(value)) types += `\n${value}`;
		// A single record with a compound name, such as `messageStop`, has its type in that name.
		const isOnly = names.length === 1 && isRecord(value);
		if (isOnly && splitWords(name).length > 1) types += `\n${name}`;
	}
	return types;
}
