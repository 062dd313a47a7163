/**
 * What an event of no known protocol tells besides text: how the answer ends, and why the agent
 * stopped. A failed tool or a failed order is no failure of the answer.
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
import { isText, isWord, type ReceivedEvent } from './receivedEvent';

const { failureStems, ambiguousStems } = answerEventNames;
const isFinal = oneOf(answerEventNames.final);
const isPart = oneOf(answerEventNames.parts);
const isFinalFlag = oneOf(answerEventNames.finalFlags);
const isFinish = oneOf(answerEventNames.finishes);
const isTruncation = oneOf(answerEventNames.truncations);
const isPause = oneOf(answerEventNames.pauses);
const isContainer = oneOf(answerEventNames.containers);
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

/** What the types of an event mean for the answer. */
const readTypes = memoizeByName((kind: string) => {
	const { types, isOther: isNonAnswer } = readKind(kind);
	const wordsOfTypes = types.map(splitWords);
	const words = wordsOfTypes.flat();
	return {
		/** The event ends the answer, and not only a part of it. */
		isEnd: !isNonAnswer && wordsOfTypes.some((each) => each.some(isFinal) && !each.some(isPart)),
		reportsFailure: wordsOfTypes.some(reportsFailure),
		/** A failed status in the data is that of the answer. */
		hasAnswerStatus: isAboutAnswer(words),
		/** A failure in the data is that of something else. */
		isAboutOther: types.some(isApplicationData) || words.some(isAboutOther),
	};
});

/** Whether the type of an event ends the answer. */
export function endsAnswer(kind: string): boolean {
	return readTypes(kind).isEnd;
}

/** How deep an event may contain its status, its end or its failure. */
const maxDepth = 2;

/** The data of an event, and the records in it that may have its status, its end or its failure. */
function recordsOf(value: unknown, depth = 0, found: IDataObject[] = []): readonly IDataObject[] {
	if (Array.isArray(value)) return recordsOf(value[0], depth, found);
	if (!isRecord(value)) return found;
	found.push(value);
	const names = depth < maxDepth ? Object.keys(value) : [];
	for (const name of names) {
		const isOnly = names.length === 1 && splitWords(name).length > 1;
		if (isOnly || isContainer(name)) recordsOf(value[name], depth + 1, found);
	}
	return found;
}

/** How an event ends the answer, or why the agent could not go on. */
export function readEnding(event: ReceivedEvent): Pick<EventReading, 'end' | 'failure'> {
	const records = recordsOf(event.value);
	return { end: readEnd(event, records), failure: findFailure(event, records) };
}

function readEnd(event: ReceivedEvent, records: readonly IDataObject[]): EventReading['end'] {
	const { kind, record, data } = event;
	const { finalData } = answerEventNames;
	if (isWord(event, finalData)) return 'closed';
	if (data.includes(finalData) && Object.values(record).includes(finalData)) return 'closed';
	const { isOther: isNonAnswer, subjects } = readKind(kind);
	if (isNonAnswer) return subjects.length > 0 ? 'continues' : undefined;
	const ends = records.map(readFinish);
	if (ends.includes('truncated')) return 'truncated';
	return endsAnswer(kind) || ends.includes('complete') ? 'complete' : undefined;
}

/** How a flag or a reason in a record ends the answer. */
function readFinish(record: IDataObject): 'complete' | 'truncated' | undefined {
	let isEnd = false;
	for (const name of Object.keys(record)) {
		const value = record[name];
		if (value === true && isFinalFlag(name)) isEnd = true;
		if (!isText(value) || !isFinishReason(name)) continue;
		const words = splitWords(value);
		if (words.some(isTruncation)) return 'truncated';
		isEnd ||= !words.some(isPause);
	}
	return isEnd ? 'complete' : undefined;
}

/** Whether a name is that of the reason why the text ends, such as `stop_reason`. */
const isFinishReason = memoizeByName((name) => {
	const words = splitWords(name);
	return words.length > 1 && words.at(-1) === 'reason' && words.some(isFinish);
});

const isStatusName = oneOf(answerEventNames.status);

const isReportName = memoizeByName((name) => {
	const words = splitWords(name);
	const isReport = words.some((word) => reportWord.test(word)) && !words.some(isAboutOther);
	return isReport && !/code|type$/i.test(name);
});

/** Whether a status is the code of a failure. A status of several words is a sentence, and not read. */
function isFailedStatus(status: unknown): boolean {
	if (typeof status !== 'string' || /\s/.test(status.trim())) return false;
	const words = splitWords(status);
	return words.some(isFailureWord) && !words.some((word) => notFailed.test(word));
}

function hasFailedStatus(record: IDataObject): boolean {
	return Object.keys(record).some((name) => {
		if (!isStatusName(name) && !isFinishReason(name)) return false;
		const stated = record[name];
		return isFailedStatus(isRecord(stated) ? stated.state : stated);
	});
}

function isFilled(report: unknown): boolean {
	if (typeof report === 'object' && report !== null) return Object.values(report).some(isFilled);
	return typeof report === 'string' ? report.trim() !== '' : report === true || Number(report) > 0;
}

/** The part of a record that reports a failure: what is under a name such as `error`, or the record. */
function findReport(record: IDataObject): unknown {
	for (const name of Object.keys(record)) {
		const report = record[name];
		const isReport = typeof report !== 'number' && isReportName(name) && isFilled(report);
		if (isReport) return report === true ? record : report;
		if (!isTextName(name) && typeof report === 'string' && isErrorCode(report)) return record;
	}
	return undefined;
}

/** The part of an event that reports a failure, from its records. */
function findFailure({ kind, value }: ReceivedEvent, records: readonly IDataObject[]): unknown {
	const type = readTypes(kind);
	if (type.isAboutOther) return undefined;
	const report = records.map(findReport).find((found) => found !== undefined);
	if (report !== undefined) return report;
	if (type.reportsFailure) return value;
	return type.hasAnswerStatus ? records.find(hasFailedStatus) : undefined;
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
