/** What an event of no known protocol tells besides text: what it is about, and how the answer ends. */
import type { IDataObject } from 'n8n-workflow';
import { answerEventNames, answerTextNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { oneOf, memoizeByName, splitWords } from '../../api/words';
import { type EventReading, isText } from './eventReading';
import type { ReceivedEvent } from './receivedEvent';

export const isOther = oneOf(answerTextNames.other);
const isInterleaved = oneOf([...answerTextNames.interleaved, 'status', 'state']);
const isHeartbeatWord = oneOf(answerTextNames.heartbeats);
const isFinal = oneOf(answerEventNames.final);
const isPart = oneOf(answerEventNames.parts);
const isFinalFlag = oneOf(answerEventNames.finalFlags);
const isFinishReason = oneOf(answerEventNames.finishReason);
const isTruncation = oneOf(answerEventNames.truncations);
const isPause = oneOf(answerEventNames.pauses);
const isContainer = oneOf(answerEventNames.containers);

/** How deep an event may contain its status, its end or its failure. */
const maxDepth = 2;

/** Whether an event carries data of the application, such as an order to show. */
export const isApplicationData = ({ types }: ReceivedEvent): boolean =>
	types.some((type) => type.startsWith('data-'));

export const isNonAnswer = (event: ReceivedEvent): boolean =>
	event.typeWords.some(isOther) || isApplicationData(event);

/** Whether what a field contains, or a record of this type, is no answer. */
export const isNonAnswerName = memoizeByName((name) => splitWords(name).some(isOther));

export const startsMessage = ({ typeWords }: ReceivedEvent): boolean =>
	typeWords.some((word) => isOther(word) && !isInterleaved(word));

/** Whether an event only keeps the connection alive, by its type or in a word. */
export function isHeartbeat({ typeWords, value, data }: ReceivedEvent): boolean {
	const isWord = typeof value !== 'object' && data.length < 20;
	return typeWords.some(isHeartbeatWord) || (isWord && splitWords(data).some(isHeartbeatWord));
}

const isEndType = memoizeByName((type) => {
	const words = splitWords(type);
	return words.some(isFinal) && !words.some(isPart);
});

/** Whether the type of an event ends the answer, and not only a part of it. */
export const typeEnds = (event: ReceivedEvent): boolean =>
	event.types.some(isEndType) && !isNonAnswer(event);

/** The data of an event, and the records in it that may have its status, its end or its failure. */
export function recordsOf(value: unknown, depth = 0): IDataObject[] {
	if (Array.isArray(value)) return recordsOf(value[0], depth);
	if (!isRecord(value)) return [];
	if (depth === maxDepth) return [value];
	const names = Object.keys(value);
	const isOnly = names.length === 1;
	const inside = names.filter(
		(name) => isContainer(name) || (isOnly && splitWords(name).length > 1),
	);
	return [value, ...inside.flatMap((name) => recordsOf(value[name], depth + 1))];
}

/** Whether the data of an event is this word, with or without quotes. */
export function isWord({ data, value }: ReceivedEvent, word: string): boolean {
	if (data.length > 2 * word.length + 10) return false;
	return [data, value].some((text) => String(text).trim().toLowerCase() === word.toLowerCase());
}

export function readEnd(event: ReceivedEvent, records: IDataObject[]): EventReading['end'] {
	const { finalData } = answerEventNames;
	if (isWord(event, finalData) || Object.values(event.record).includes(finalData)) return 'closed';
	if (isNonAnswer(event)) return startsMessage(event) ? 'continues' : undefined;
	const fields = records.flatMap((record) => Object.entries(record));
	const stated = fields.filter(([name]) => isFinishReason(name)).map(([, reason]) => reason);
	const reasons = stated.filter(isText).map(splitWords);
	if (reasons.some((words) => words.some(isTruncation))) return 'truncated';
	const isFlagged = fields.some(([name, value]) => value === true && isFinalFlag(name));
	const isLast = isFlagged || typeEnds(event);
	return isLast || reasons.some((words) => !words.some(isPause)) ? 'complete' : undefined;
}
