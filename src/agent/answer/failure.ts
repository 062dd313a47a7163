/** Finds out why an agent stopped. A failed tool or a failed order is no failure of the answer. */
import type { IDataObject } from 'n8n-workflow';
import { answerEventNames, answerTextNames } from '../../api/assumedNames';
import { errorCodes, isErrorCode } from '../../api/errorCodes';
import type { ErrorDetails } from '../../api/errors';
import { isRecord } from '../../api/jsonObject';
import { oneOf, memoizeByName, splitWords } from '../../api/words';
import { readErrorText } from '../../http/errorResponse';
import { isApplicationData, isOther } from './eventSigns';
import type { ReceivedEvent } from './receivedEvent';

const failureWord = new RegExp(`^(?:${answerEventNames.failureStems.join('|')})`);
const ambiguousWord = new RegExp(`^(?:${answerEventNames.ambiguousStems.join('|')})`);
const reportWord = /^(?:error|exception|failure|problem)s?$/;
const notFailed = /^(?:no|not|never|none|without|\w+ing)$/;
const isTextName = oneOf(answerTextNames.likely);
const statusNames = [...answerEventNames.status, ...answerEventNames.finishReason];
const isStatusWord = oneOf(answerEventNames.statusTypes);
const isAnswerWord = oneOf([
	...[...answerEventNames.answerTypes, ...answerEventNames.final],
	...[...answerTextNames.likely, ...answerTextNames.possible],
]);

const isFailureWord = (word: string) => failureWord.test(word);
const isAboutOther = (word: string) => isOther(word) && !/^(?:error|status|state)/.test(word);
const isAboutAnswer = (words: readonly string[]) =>
	words.every(isStatusWord) || words.some(isAnswerWord);
const parseWords = (text: string) => splitWords(text.replace(/time[sd]?[\s_-]?out/gi, 'timeout'));

const isFailureType = memoizeByName((type) => {
	const words = parseWords(type);
	const failures = words.filter(isFailureWord);
	if (failures.some((word) => !ambiguousWord.test(word))) return true;
	return failures.length > 0 && isAboutAnswer(words.filter((word) => !isFailureWord(word)));
});

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
	const words = parseWords(clause);
	if (words.length > 3 || words.some((word) => notFailed.test(word))) return false;
	return clause.includes(' ') ? isFailureWord(words.at(-1) ?? '') : words.some(isFailureWord);
}

/** A reason counts only if it is a code. */
const hasFailedStatus = (record: IDataObject) =>
	statusNames.some((name) => {
		const stated = record[name];
		const status = isRecord(stated) ? stated.state : stated;
		return !(name === 'reason' && /\s/.test(String(status))) && isFailedStatus(status);
	});

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
export function findFailure(event: ReceivedEvent, records: readonly IDataObject[]): unknown {
	const { types, typeWords, value } = event;
	if (isApplicationData(event) || typeWords.some(isAboutOther)) return undefined;
	const report = records.map(findReport).find((each) => each !== undefined);
	if (report !== undefined) return report;
	if (types.some(isFailureType)) return value;
	return isAboutAnswer(typeWords) ? records.find(hasFailedStatus) : undefined;
}

/** Describes why the agent could not go on, from the part that reports it, without secrets. */
export function describeFailure(reported: unknown): ErrorDetails {
	const { type, ...reason } = isRecord(reported) ? reported : {};
	const typeCode = /^[a-z]+(?:_[a-z]+)+$/.exec(String(type))?.[0];
	// The type of the event is no reason.
	const report = isRecord(reported) ? { ...reason, event: undefined, kind: undefined } : reported;
	const text = typeof report === 'string' ? report : JSON.stringify(report);
	const { code = typeCode, serviceMessage } = readErrorText(text);
	if (code !== undefined && isErrorCode(code)) return { ...errorCodes[code], errorCode: code };
	const message = serviceMessage && `Service message: ${serviceMessage}`;
	return {
		message: 'The agent stopped before its answer was complete',
		description: `${message?.replace(/\.$/, '') ?? 'The service returned no reason'}. Ask again, in the same thread if you like.`,
		errorCode: code ?? 'answer-failed',
	};
}
