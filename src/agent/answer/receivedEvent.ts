/** Reads an event and what its types mean. Streams repeat a few types, so each is read once. */
import type { IDataObject } from 'n8n-workflow';
import { answerEventNames, answerTextNames } from './answerWords';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { eventData, defaultType } from '../../http/eventRecord';
import type { StreamEvent } from '../../http/eventStream';

export function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

export const isOther = oneOf(answerTextNames.other);
export const isAskerWord = oneOf(answerTextNames.askers);
export const isLabelWord = oneOf(answerTextNames.labels);
const isHeartbeatWord = oneOf(answerTextNames.heartbeats);
const isOfAnswer = oneOf([...answerTextNames.interleaved, 'status', 'state', 'error', 'errors']);
const isFinal = oneOf(answerEventNames.final);
const isPart = oneOf(answerEventNames.parts);
const isStatusWord = oneOf(answerEventNames.statusTypes);
const isAnswerWord = oneOf([
	...[...answerEventNames.answerTypes, ...answerEventNames.final],
	...[...answerTextNames.likely, ...answerTextNames.possible],
]);
const failureWord = new RegExp(`^(?:${answerEventNames.failureStems.join('|')})`);
const ambiguousWord = new RegExp(`^(?:${answerEventNames.ambiguousStems.join('|')})`);

export const isFailureWord = (word: string): boolean => failureWord.test(word);

/** Of something besides the answer, such as a tool, whose failure is none of the answer. */
export const isAboutOther = (word: string): boolean =>
	isOther(word) && !/^(?:error|status|state)/.test(word);

const isAboutAnswer = (words: readonly string[]) =>
	words.every(isStatusWord) || words.some(isAnswerWord);

function reportsFailure(type: string): boolean {
	const words = splitWords(type);
	const failures = words.filter(isFailureWord);
	if (failures.some((word) => !ambiguousWord.test(word))) return true;
	return failures.length > 0 && isAboutAnswer(words.filter((word) => !isFailureWord(word)));
}

function endsAnswer(type: string): boolean {
	const words = splitWords(type);
	return words.some(isFinal) && !words.some(isPart);
}

/** Whether what a field contains, or a record of this type, is no answer. */
export const isNonAnswerName = memoizeByName((name) => splitWords(name).some(isOther));

export type EventType = ReturnType<typeof readType>;

/** @param types what an event and its data call its type, one a line */
const readType = memoizeByName((types: string) => {
	const names = types.split('\n').filter((name) => name !== '');
	const words = names.flatMap(splitWords);
	/** Data of the application, such as an order to show. */
	const isApplicationData = names.some((name) => name.startsWith('data-'));
	const isNonAnswer = isApplicationData || words.some(isOther);
	const subjects = words.filter((word) => isOther(word) && !isOfAnswer(word));
	return {
		names,
		/** `delta-1` and `delta-2` are of one group. */
		group: names.join(' ').replace(/\d+/g, ''),
		isNonAnswer,
		/** Text after the event belongs to another message. */
		startsMessage: subjects.length > 0,
		isHeartbeat: words.some(isHeartbeatWord),
		/** Plain text in the event is a label. */
		isLabel: names.some((name) => isLabelWord(splitWords(name).at(-1) ?? '')),
		/** The event ends the answer, and not only a part of it. */
		isEnd: !isNonAnswer && names.some(endsAnswer),
		reportsFailure: names.some(reportsFailure),
		/** A failed status in the data is that of the answer. */
		hasAnswerStatus: isAboutAnswer(words),
		/** A failure in the data is that of something else. */
		isAboutOther: isApplicationData || words.some(isAboutOther),
		hasThread: !isApplicationData && subjects.every(isAskerWord),
		hasMessage: !isApplicationData && subjects.length === 0,
	};
});

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

/** Whether an event only keeps the connection alive, by its type or in a word. */
export function isHeartbeat({ type, value, data }: ReceivedEvent): boolean {
	if (type.isHeartbeat) return true;
	return typeof value !== 'object' && data.length < 20 && splitWords(data).some(isHeartbeatWord);
}

/** Whether the type or the data of an event is this word, with or without quotes. */
export function isWord({ type, data, value }: ReceivedEvent, word: string): boolean {
	const isSame = (text: unknown) => String(text).trim().toLowerCase() === word.toLowerCase();
	const isShort = data.length <= 2 * word.length + 10;
	return type.names.some(isSame) || (isShort && (isSame(data) || isSame(value)));
}
