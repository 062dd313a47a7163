/**
 * What an event of no known protocol tells besides text: how the answer ends, and why the agent
 * stopped. A failed tool or a failed order is no failure of the answer.
 */
import type { IDataObject } from 'n8n-workflow';
import { answerEventNames, answerTextNames } from './answerWords';
import { errorCodes, isErrorCode } from '../../api/errorCodes';
import type { ErrorDetails } from '../../api/errors';
import { isRecord } from '../../values/jsonObject';
import { oneOf, memoizeByName, splitWords } from '../../values/words';
import { readErrorText } from '../../http/errorBody';
import type { EventReading } from './eventReading';
import { isAboutOther, isFailureWord, isText, isWord, type ReceivedEvent } from './receivedEvent';

const isFinalFlag = oneOf(answerEventNames.finalFlags);
const isFinishReason = oneOf(answerEventNames.finishReason);
const isTruncation = oneOf(answerEventNames.truncations);
const isPause = oneOf(answerEventNames.pauses);
const isContainer = oneOf(answerEventNames.containers);

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
	const { type, record, data } = event;
	const { finalData } = answerEventNames;
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
			isEnd ||= !words.some(isPause);
		}
	}
	return isEnd ? 'complete' : undefined;
}

const reportWord = /^(?:error|exception|failure|problem)s?$/;
const notFailed = /^(?:no|not|never|none|without|\w+ing)$/;
const isTextName = oneOf(answerTextNames.likely);
const isStatusName = oneOf([...answerEventNames.status, ...answerEventNames.finishReason]);

const isReportName = memoizeByName((name) => {
	const words = splitWords(name);
	const isReport = words.some((word) => reportWord.test(word)) && !words.some(isAboutOther);
	return isReport && !/code|type$/i.test(name);
});

const reasonFollows = /[:;,.(]\s|\s(?:after|at|because|by|due|for|in|of|on|to|with)\s/;

/** Whether a status is that of a failure, and no sentence about one: `Run failed`, not `Failed payments`. */
function isFailedStatus(status: unknown): boolean {
	if (typeof status !== 'string') return false;
	const [clause = ''] = status.split(reasonFollows, 1);
	const words = splitWords(clause);
	if (words.length > 3 || words.some((word) => notFailed.test(word))) return false;
	return clause.includes(' ') ? isFailureWord(words.at(-1) ?? '') : words.some(isFailureWord);
}

/** A reason counts only if it is a code. */
function hasFailedStatus(record: IDataObject): boolean {
	const names = Object.keys(record).filter(isStatusName);
	return names.some((name) => {
		const stated = record[name];
		const status = isRecord(stated) ? stated.state : stated;
		return !(name === 'reason' && /\s/.test(String(status))) && isFailedStatus(status);
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
function findFailure({ type, value }: ReceivedEvent, records: readonly IDataObject[]): unknown {
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
