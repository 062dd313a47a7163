import type { IDataObject } from 'n8n-workflow';
import { answerEventNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { oneOf, splitWords } from '../../api/words';
import { eventData, defaultType } from '../../http/eventRecord';
import type { StreamEvent } from '../../http/eventStream';
import { isText } from './eventReading';

/** A longer text in a field for the type is no type. */
const maxTypeLength = 100;

const isTypeName = oneOf(answerEventNames.type);

export interface ReceivedEvent extends StreamEvent {
	/** The data, parsed if it is JSON. */
	readonly value: unknown;
	/** The data if it is a JSON object, else empty. */
	readonly record: IDataObject;
	/** What the event and its data call its type. */
	readonly types: readonly string[];
	readonly typeWords: readonly string[];
}

export function readEvent({ event, id, data, unfinished }: StreamEvent): ReceivedEvent {
	const value = eventData({ data });
	const record = isRecord(value) ? value : {};
	const names = Object.keys(record);
	const stated = names.filter(isTypeName).map((name) => record[name]);
	const types = [event, ...stated].filter(
		(type): type is string => isText(type) && type.length <= maxTypeLength && type !== defaultType,
	);
	// A single record with a compound name, such as `messageStop`, has its type in that name.
	const [name = ''] = names;
	if (names.length === 1 && isRecord(record[name]) && splitWords(name).length > 1) types.push(name);
	const typeWords = types.flatMap(splitWords);
	return { event, id, data, unfinished, value, record, types, typeWords };
}
