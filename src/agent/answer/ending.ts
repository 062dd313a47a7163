/**
 * What an event of no known protocol tells besides text: how the answer ends, and why the agent
 * stopped. A failed tool or a failed order is no failure of the answer. Only types, flags and codes
 * are read, no sentences.
 */
import type { IDataObject } from 'n8n-workflow';
import { errorCodes, isErrorCode } from '../../api/errorCodes';
import type { ErrorDetails } from '../../api/errors';
import { readErrorText } from '../../http/errorBody';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { answerEventNames, answerTextNames } from './answerWords';
import type { EventReading } from './eventReading';
import { isApplicationData, isOther, readKind } from './kinds';
import { hasType, isText, isWord, type ReceivedEvent } from './receivedEvent';

const { failureStems, ambiguousStems, finalData } = answerEventNames;
const isFinal = oneOf(answerEventNames.final);
const isPart = oneOf(answerEventNames.parts);
const isBegin = oneOf(answerEventNames.begin);
const isRun = oneOf(answerEventNames.runs);
const isFinalFlag = oneOf(answerEventNames.finalFlags);
const isCut = oneOf(answerEventNames.cuts);
const isFinish = oneOf(answerEventNames.finishes);
const isTruncation = oneOf(answerEventNames.truncations);
const isPause = oneOf(answerEventNames.pauses);
const isRetry = oneOf(answerEventNames.retries);
const isContainer = oneOf(answerEventNames.containers);
const isStatusName = oneOf(answerEventNames.status);
const isStatusWord = oneOf(answerEventNames.statusTypes);
const isTextName = oneOf(answerTextNames.likely);
const isAnswerWord = oneOf([
	...answerEventNames.answerTypes,
	...answerEventNames.final,
	...answerTextNames.likely,
	...answerTextNames.possible,
]);
const failureWord = new RegExp(`^(?:${failureStems.join('|')})`);
const ambiguousWord = new RegExp(`^(?:${ambiguousStems.join('|')})`);
const reportWord = /^(?:error|exception|failure|problem)s?$/;
const notFailed = /^(?:no|not|never|none|without|\w+ing)$/;

const isFailureWord = (word: string) => failureWord.test(word);

/** Of something besides the answer, such as a tool, whose failure is none of the answer. */
const isAboutOther = (word: string) => isOther(word) && !/^(?:error|status|state)/.test(word);

const isAboutAnswer = (words: readonly string[]) =>
	words.every(isStatusWord) || words.some(isAnswerWord);

function reportsFailure(words: readonly string[]): boolean {
	const failures = words.filter(isFailureWord);
	if (failures.some((word) => !ambiguousWord.test(word))) return true;
	return failures.length > 0 && isAboutAnswer(words.filter((word) => !isFailureWord(word)));
}

const isEndType = (words: readonly string[]) =>
	words.join() === 'result' || (words.some(isFinal) && !words.some(isPart));

const isBeginOfRun = (words: readonly string[]) => words.some(isBegin) && words.some(isRun);

/** What the types of an event mean for the answer. */
export const readTypes = memoizeByName((kind: string) => {
	const { types, isOther: isNonAnswer } = readKind(kind);
	const wordsOfTypes = types.map(splitWords);
	const words = wordsOfTypes.flat();
	const isOfMessage = words.includes('message');
	return {
		/** The event ends the answer, and not only a part of it. */
		isEnd: !isNonAnswer && wordsOfTypes.some(isEndType),
		/** In a run, another message may follow the end of one. */
		beginsRun: !isNonAnswer && !isOfMessage && wordsOfTypes.some(isBeginOfRun),
		isOfMessage,
		/** The answer may be whole after it: it ends a part, is no part of the answer, or has no type. */
		mayBeLast: types.length === 0 || isNonAnswer || (words.some(isFinal) && !isOfMessage),
		reportsFailure: wordsOfTypes.some(reportsFailure),
		/** The agent goes on after a failure. */
		retries: words.some(isRetry) && !isFailureWord(words.at(-1) ?? ''),
		/** A failed status in the data is that of the answer. */
		hasAnswerStatus: isAboutAnswer(words),
		/** A failure in the data is that of something else. */
		isAboutOther: types.some(isApplicationData) || words.some(isAboutOther),
	};
});

/** What fields can tell of the end. A flag outweighs a reason: some services send one in each event. */
const ends = ['truncated', 'open', 'complete'] as const;

/** What the fields of an event tell; the first that tells something counts. */
interface FieldsReading {
	end?: (typeof ends)[number];
	/** A field is all of the data that ends an answer. */
	isClosed?: boolean;
	/** The part with the reason why the agent could not go on: under a name such as `error`, or all. */
	report?: unknown;
	/** The record with a status or a reason that is the code of a failure. */
	failed?: IDataObject;
}

type FieldReader = (value: unknown, record: IDataObject) => FieldsReading;

const nothing: FieldsReading = {};

/** What a field tells, by the meaning of its name. */
const fieldReaders = {
	flag: (value) =>
		typeof value === 'boolean'
			? { end: value ? ('complete' as const) : ('open' as const) }
			: nothing,
	cut: (value) => (value === true ? { end: 'truncated' as const } : nothing),
	status: (value, record) => (isFailed(value) ? { failed: record } : nothing),
	/** Why the answer ended. */
	endReason: (value, record) => ({
		end: endOfReason(value),
		failed: isFailed(value) ? record : undefined,
	}),
	/** It may be the reason of something else. */
	reason: (value, record) => ({
		end: endOfReason(value) === 'truncated' ? 'truncated' : undefined,
		failed: isFailed(value) ? record : undefined,
	}),
	report: (value, record) =>
		isFilled(value) ? { report: value === true ? record : value } : nothing,
	other: () => nothing,
} satisfies Record<string, FieldReader>;

/** Undefined for a name of text, which tells nothing. */
const findReader = memoizeByName((name): FieldReader | undefined => {
	if (isFinalFlag(name)) return fieldReaders.flag;
	if (isStatusName(name)) return fieldReaders.status;
	const words = splitWords(name);
	if (isCut(words.at(-1) ?? '')) return fieldReaders.cut;
	if (words.at(-1) === 'reason') {
		return words.some(isFinish) ? fieldReaders.endReason : fieldReaders.reason;
	}
	const isReport = words.some((word) => reportWord.test(word)) && !words.some(isAboutOther);
	if (isReport && !/code|type$/i.test(name)) return fieldReaders.report;
	return isTextName(name) ? undefined : fieldReaders.other;
});

function readFieldsOf(record: IDataObject, reading: FieldsReading): void {
	for (const name of Object.keys(record)) {
		const value = record[name];
		if (value === finalData) reading.isClosed = true;
		const readField = findReader(name);
		if (readField === undefined) continue;
		const told = readField(value, record);
		if (told.end) reading.end = ends.find((end) => end === told.end || end === reading.end);
		reading.report ??= told.report;
		reading.failed ??= told.failed;
		if (typeof value === 'string' && isErrorCode(value)) reading.report ??= record;
	}
}

function endOfReason(stated: unknown): FieldsReading['end'] {
	const reason = isRecord(stated) ? stated.type : stated;
	if (!isText(reason)) return undefined;
	const words = splitWords(reason);
	if (words.some(isTruncation)) return 'truncated';
	return words.some(isPause) ? undefined : 'complete';
}

/** Whether a status is the code of a failure. A status of several words is a sentence, and not read. */
function isFailed(stated: unknown): boolean {
	const status = isRecord(stated) ? stated.state : stated;
	if (typeof status !== 'string' || /\s/.test(status.trim())) return false;
	const words = splitWords(status);
	return words.some(isFailureWord) && !words.some((word) => notFailed.test(word));
}

const noReport = /^(?:ok|success|none|no error)?$/i;

/** Whether a report says something. A number alone may count anything. */
function isFilled(report: unknown): boolean {
	if (typeof report === 'number') return false;
	if (typeof report === 'string') return !noReport.test(report.trim());
	if (typeof report !== 'object' || report === null) return report === true;
	return Object.values(report).some((inner) => Number(inner) > 0 || isFilled(inner));
}

/** How deep an event may contain its status, its end or its failure. */
const maxStatusDepth = 2;

/** Reads the data of an event, and the records in it that may have its status. */
function readFields(value: unknown, reading: FieldsReading, depth = 0): void {
	if (Array.isArray(value)) readFields(value[0], reading, depth);
	if (!isRecord(value)) return;
	readFieldsOf(value, reading);
	if (depth === maxStatusDepth) return;
	const names = Object.keys(value);
	for (const name of names) {
		const inner = value[name];
		if (typeof inner !== 'object') continue;
		const isOnly = names.length === 1 && splitWords(name).length > 1;
		if (isOnly || isContainer(name)) readFields(inner, reading, depth + 1);
	}
}

/** How the data of an event ends the answer, or why the agent could not go on. */
export function readEnding(event: ReceivedEvent): Pick<EventReading, 'end' | 'failure'> {
	const reading: FieldsReading = {};
	readFields(event.value, reading);
	return { end: readEnd(event, reading), failure: findFailure(event, reading) };
}

function readEnd(event: ReceivedEvent, { end, isClosed }: FieldsReading): EventReading['end'] {
	if (isClosed || isWord(event, finalData) || hasType(event, finalData)) return 'closed';
	const { isOther: isNonAnswer, subjects } = readKind(event.kind);
	if (isNonAnswer) return subjects.length > 0 ? 'continues' : undefined;
	return end;
}

/** The part of an event that reports a failure. */
function findFailure({ kind, value }: ReceivedEvent, { report, failed }: FieldsReading): unknown {
	const type = readTypes(kind);
	if (type.isAboutOther || type.retries) return undefined;
	if (report !== undefined) return report;
	if (type.reportsFailure) return value;
	return type.hasAnswerStatus ? failed : undefined;
}

/** Describes why the agent could not go on, from the part that reports it; undefined if none does. */
export function describeFailure(
	reported: unknown,
	redact = (failure: unknown) => failure,
): ErrorDetails | undefined {
	if (reported === undefined) return undefined;
	const report = redact(reported);
	const text = typeof report === 'string' ? report : JSON.stringify(report);
	const { code, serviceMessage } = readErrorText(text);
	if (code !== undefined && isErrorCode(code)) return { ...errorCodes[code], errorCode: code };
	const message = serviceMessage && `Service message: ${serviceMessage}`;
	return {
		message: 'The agent stopped before its answer was complete',
		description: `${message?.replace(/\.$/, '') ?? 'The service returned no reason'}. Ask again, in the same thread if you like.`,
		errorCode: code ?? 'answer-failed',
	};
}
