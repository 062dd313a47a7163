import type { IDataObject } from 'n8n-workflow';
import { answerEventNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { wordsIn } from '../../api/words';
import { eventData, usualKind } from '../../http/eventRecord';
import type { StreamEvent } from '../../http/eventStream';

/** A longer text in a field for the type is no type. */
const maxTypeLength = 100;

const typeNames = new Set<string>(answerEventNames.type);
const noRecord: IDataObject = {};

/** An event of an answer with its data parsed. */
export interface ReceivedEvent extends StreamEvent {
	/** The data, parsed if it is JSON. */
	readonly value: unknown;
	/** The data if it is a JSON object, else empty. */
	readonly record: IDataObject;
	/** What the event and its data call its type. */
	readonly types: readonly string[];
	readonly typeWords: readonly string[];
}

export function readEvent(event: StreamEvent): ReceivedEvent {
	const value = eventData(event);
	const record = isRecord(value) ? value : noRecord;
	const names = Object.keys(record);
	const types: string[] = [];
	const stated = names.filter((name) => typeNames.has(name)).map((name) => record[name]);
	for (const type of [event.event, ...stated]) {
		const isType = typeof type === 'string' && type !== '' && type.length <= maxTypeLength;
		if (isType && type !== usualKind) types.push(type);
	}
	// A single record with a compound name, such as `messageStop`, has its type in that name.
	const [name = ''] = names;
	if (names.length === 1 && isRecord(record[name]) && wordsIn(name).length > 1) types.push(name);
	const [type = '', ...others] = types;
	const typeWords = others.length === 0 ? wordsIn(type) : types.flatMap((each) => wordsIn(each));
	return { ...event, value, record, types, typeWords };
}
