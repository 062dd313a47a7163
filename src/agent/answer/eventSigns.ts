/** What an event of no known protocol tells besides text: how the answer ends. */
import type { IDataObject } from 'n8n-workflow';
import { answerEventNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { oneOf, splitWords } from '../../api/words';
import { type EventReading, isText } from './eventReading';
import { isHeartbeatWord, type ReceivedEvent } from './receivedEvent';

const { finalData } = answerEventNames;
const isFinalFlag = oneOf(answerEventNames.finalFlags);
const isFinishReason = oneOf(answerEventNames.finishReason);
const isTruncation = oneOf(answerEventNames.truncations);
const isPause = oneOf(answerEventNames.pauses);
const isContainer = oneOf(answerEventNames.containers);

/** How deep an event may contain its status, its end or its failure. */
const maxDepth = 2;

/** Whether an event only keeps the connection alive, by its type or in a word. */
export function isHeartbeat({ type, value, data }: ReceivedEvent): boolean {
	if (type.isHeartbeat) return true;
	return typeof value !== 'object' && data.length < 20 && splitWords(data).some(isHeartbeatWord);
}

/** The data of an event, and the records in it that may have its status, its end or its failure. */
export function recordsOf(value: unknown, depth = 0): readonly IDataObject[] {
	if (Array.isArray(value)) return recordsOf(value[0], depth);
	if (!isRecord(value)) return [];
	const names = depth < maxDepth ? Object.keys(value) : [];
	const isOnly = (name: string) => names.length === 1 && splitWords(name).length > 1;
	const inside = names.filter((name) => isContainer(name) || isOnly(name));
	return [value, ...inside.flatMap((name) => recordsOf(value[name], depth + 1))];
}

/** Whether the data of an event is this word, with or without quotes. */
export function isWord({ data, value }: ReceivedEvent, word: string): boolean {
	if (data.length > 2 * word.length + 10) return false;
	return [data, value].some((text) => String(text).trim().toLowerCase() === word.toLowerCase());
}

export function readEnd(
	event: ReceivedEvent,
	records: readonly IDataObject[],
): EventReading['end'] {
	const { type, record, data } = event;
	if (isWord(event, finalData)) return 'closed';
	if (data.includes(finalData) && Object.values(record).includes(finalData)) return 'closed';
	if (type.isNonAnswer) return type.startsMessage ? 'continues' : undefined;
	let isEnd = type.isEnd;
	for (const fields of records) {
		for (const name of Object.keys(fields)) {
			const value = fields[name];
			if (value === true && isFinalFlag(name)) isEnd = true;
			if (!isFinishReason(name) || !isText(value)) continue;
			const words = splitWords(value);
			if (words.some(isTruncation)) return 'truncated';
			if (!words.some(isPause)) isEnd = true;
		}
	}
	return isEnd ? 'complete' : undefined;
}
