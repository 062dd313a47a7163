/**
 * What the fields of an event tell besides text: how the answer ends, and why the agent stopped. Only
 * flags, statuses and codes are read, no sentences.
 */
import type { IDataObject } from 'n8n-workflow';
import { isErrorCode } from '../../api/errorCodes';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { answerEventNames, answerTextNames } from './answerWords';
import { endOfReason, isCutShort } from './endReasons';
import { isOfSubject, isSubject } from './kinds';
import { maxTextDepth } from './eventTexts';
import { isAboutAnswer, isFailureWord } from './eventTypes';
import { isText } from './receivedEvent';

const isFinalFlag = oneOf(answerEventNames.finalFlags);
const isMoreFlag = oneOf(answerEventNames.moreFlags);
const isActive = oneOf(answerEventNames.active);
const isSuccess = oneOf(answerEventNames.success);
/** In `finish_reason` or `stopType`. */
const isReason = oneOf(['reason', 'type']);
/** In `requiredActions`, `pendingAction`, or `__interrupt__` of LangGraph. */
const isNeed = oneOf([...answerEventNames.waits, 'interrupt', 'interrupts', 'pending']);
const isFinish = oneOf(answerEventNames.finishes);
const isOutcome = oneOf(answerEventNames.outcomes);
/** A text tells nothing of the end, though it may be the name of an error. */
const isTextName = oneOf(answerTextNames.likely);
const reportWord = /^(?:error|exception|failure|problem)s?$/;
/** In a status of something else, or of what did not fail: `TOOL_FAILED`, `no_error`. */
const notFailed = /^(?:no|not|never|none|without|\w+ing|tool|function|call|step)$/;

/**
 * What fields can tell of the end, the first outweighs the others: some services send a reason in each
 * event. With an empty reason, a later event has one, unless the type of this event ends the answer.
 */
const ends = ['truncated', 'doubtful', 'open', 'active', 'unclear', 'complete', 'pending'] as const;

/** What the fields of an event tell; the first that tells something counts. */
export interface FieldsReading {
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

const readFlag: FieldReader = (value) =>
	typeof value === 'boolean' ? { end: value ? 'complete' : 'open' } : nothing;

/** A flag, or the reason, such as `{ "stop": "max_tokens" }`. */
const readVerb: FieldReader = (value, record) =>
	isText(value) ? readEndReason(value, record) : readFlag(value, record);

const readMoreFlag: FieldReader = (value) =>
	typeof value === 'boolean' ? readFlag(!value, {}) : nothing;

/** The part that is complete may be another than the answer. */
const readPartFlag: FieldReader = (value) => (value === false ? { end: 'active' } : nothing);

const readCut: FieldReader = (value) => (value === true ? { end: 'truncated' } : nothing);

/** Beside a message, a number is that of an error, except for two. */
const readCode: FieldReader = (value, { message, msg = message }) => {
	const isGood = typeof value !== 'number' || value === 0 || value === 200;
	return isGood || !isText(msg) ? nothing : { end: 'truncated' };
};

/** A flag, or what the user is to do. */
const readNeed: FieldReader = (value) => {
	const isNeeded = typeof value === 'object' && Object.keys(value ?? {}).length > 0;
	return isNeeded || value === true ? { end: 'truncated' } : nothing;
};

const readEndReason: FieldReader = (value, record) => ({
	end: readReason(value),
	failed: isFailed(value) ? record : undefined,
});

/** A status, or the reason of anything: a good one tells nothing, as it may be of a part. */
const readStatus: FieldReader = (value, record) => ({
	end: isText(value) ? endOfStatus(value) : undefined,
	failed: isFailed(value) ? record : undefined,
});

const readReport: FieldReader = (value, record) =>
	isFilled(value) ? { report: value === true ? record : value } : nothing;

interface FieldName {
	readonly name: string;
	readonly words: readonly string[];
	readonly last: string;
}

/** What fields tell, by their names: the first row that fits counts. */
const fieldRows: ReadonlyArray<{
	readonly fits: (field: FieldName) => boolean;
	readonly read: FieldReader;
}> = [
	{ fits: ({ name }) => name === 'stop' || name === 'finish', read: readVerb },
	{ fits: isFinalName, read: readFlag },
	{ fits: ({ last }) => isMoreFlag(last), read: readMoreFlag },
	{ fits: ({ last }) => isFinalFlag(last) || isSuccess(last), read: readPartFlag },
	{ fits: ({ words }) => words.some(isNeed), read: readNeed },
	{ fits: ({ words, last }) => isReason(last) && words.some(isFinish), read: readEndReason },
	{ fits: ({ last }) => isOutcome(last), read: readStatus },
	{ fits: isReportName, read: readReport },
	{ fits: ({ name }) => name === 'code', read: readCode },
	{ fits: ({ name, words }) => isCutShort(name) || words.some(isFailureWord), read: readCut },
];

/** Such as `done`, `isDone` or `is_done`. */
function isFinalName({ words }: FieldName): boolean {
	const [word = '', ...others] = words[0] === 'is' ? words.slice(1) : words;
	return others.length === 0 && isFinalFlag(word);
}

function isReportName({ name, words }: FieldName): boolean {
	const isReport = words.some((word) => reportWord.test(word)) && !words.some(isSubject);
	return isReport && !/code|type$/i.test(name);
}

const findReader = memoizeByName((name): FieldReader => {
	const words = splitWords(name);
	const field = { name, words, last: words.at(-1) ?? '' };
	return fieldRows.find(({ fits }) => fits(field))?.read ?? (() => nothing);
});

/** @param isOfAnswer whether the record is about the answer, so that it fails with the record */
function readFieldsOf(record: IDataObject, reading: FieldsReading, isOfAnswer: boolean): void {
	for (const name of Object.keys(record)) {
		const value = record[name];
		if (value === answerEventNames.finalData) reading.isClosed = true;
		const told = findReader(name)(value, record);
		const isOfPart = told.failed !== undefined && !isOfAnswer;
		addTold(isOfPart ? { ...told, failed: undefined, end: 'truncated' } : told, reading);
		if (isText(value) && !isTextName(name) && isErrorCode(value)) reading.report ??= record;
	}
}

function addTold(told: FieldsReading, reading: FieldsReading): void {
	if (told.end) reading.end = ends.find((end) => end === told.end || end === reading.end);
	reading.report ??= told.report;
	reading.failed ??= told.failed;
}

function endOfStatus(status: string): FieldsReading['end'] {
	if (isCutShort(status)) return 'truncated';
	if (splitWords(status).some(isActive)) return 'active';
	const isGood = endOfReason(status) === 'complete';
	return isGood || !code.test(status) ? undefined : 'unclear';
}

function readReason(stated: unknown): FieldsReading['end'] {
	const reason = (isRecord(stated) ? Object.values(stated).find(isText) : stated) ?? '';
	return typeof reason === 'string' ? (endOfReason(reason) ?? 'pending') : undefined;
}

/** Whether a status is the code of a failure. A status of several words is a sentence, and not read. */
function isFailed(stated: unknown): boolean {
	const status = isRecord(stated) ? stated.state : stated;
	if (typeof status !== 'string' || /\s/.test(status.trim())) return false;
	const words = splitWords(status);
	return words.some(isFailureWord) && !words.some((word) => notFailed.test(word));
}

/** A status of other form is a sentence. */
const code = /^[\w.:/-]+$/;

const noReport = /^(?:ok|success|none|no error)?$/i;

/** Whether a report says something. */
function isFilled(report: unknown): boolean {
	if (typeof report === 'string') return !noReport.test(report.trim());
	if (typeof report !== 'object' || report === null) return report === true;
	return Object.values(report).some((inner) => Number(inner) > 0 || isFilled(inner));
}

const isOfAnswer = memoizeByName((name) => isAboutAnswer(splitWords(name)));

/**
 * Reads the data of an event, and the records in it that may have its status.
 *
 * @param reading gets what is told
 * @param name of the field that the data is in
 */
export function readFields(value: unknown, reading: FieldsReading, name = '', depth = 0): void {
	if (Array.isArray(value)) readFields(value[0], reading, name, depth);
	if (!isRecord(value)) return;
	readFieldsOf(value, reading, isOfAnswer(name));
	if (depth === maxTextDepth) return;
	for (const [inside, inner] of Object.entries(value)) {
		if (typeof inner !== 'object' || isOfSubject(inside)) continue;
		readFields(inner, reading, inside, depth + 1);
	}
}
