/**
 * How an event of no known protocol ends the answer, or why the agent stopped, by its types and its
 * fields. A failed tool or a failed order is no failure of the answer.
 */
import { errorCodes, isErrorCode } from '../../api/errorCodes';
import type { ErrorDetails } from '../../api/errors';
import { isRecord } from '../../values/jsonObject';
import { readErrorText } from '../../http/errorBody';
import { answerEventNames } from './answerWords';
import { type FieldsReading, readFields } from './eventFields';
import { endOfReason } from './endReasons';
import { type EventReading, isStop } from './eventReading';
import { readTypes } from './eventTypes';
import { isAsker, readKind } from './kinds';
import { hasType, isText, isWord, type EventContent } from './receivedEvent';

/** How the data of an event ends the answer, or why the agent could not go on. */
export function readEnding(event: EventContent): Pick<EventReading, 'end' | 'failure'> {
	const reading: FieldsReading = {};
	readFields(event.value, reading);
	return { end: readEnd(event, reading), failure: findFailure(event, reading) };
}

function readEnd(event: EventContent, fields: FieldsReading): EventReading['end'] {
	if (fields.isClosed || isWord(event, answerEventNames.finalData)) return 'closed';
	return readKind(event.kind).isOther ? readBeside(event, fields) : readOwn(event, fields);
}

/** Of an event beside the answer, such as one of a tool after which the agent continues. */
function readBeside({ kind }: EventContent, { end }: FieldsReading): EventReading['end'] {
	if (isStop(end) || end === 'unclear') return end;
	return readKind(kind).subjects.every(isAsker) ? undefined : 'continues';
}

function readOwn(event: EventContent, fields: FieldsReading): EventReading['end'] {
	const { kind, value } = event;
	// An event of type `result` may also have a piece.
	const isLast = readTypes(kind).isEnd && !hasType(event, 'result');
	// The data of a type "stop" may only repeat the type, and not name the user's stop.
	const repeatsType = hasType(event, 'stop') && value === 'stopped';
	// A piece of plain text may be such a word, too.
	if ((isStopWord(value) && !repeatsType) || (isLast && isUnknownWord(value))) return 'unclear';
	if (isLast) return readLast(value, fields);
	return fields.end === 'pending' ? 'open' : fields.end;
}

/** Whether a text is a word that shows a stop, such as `max_steps`. */
const isStopWord = (text: unknown) =>
	isText(text) && !/\s/.test(text) && endOfReason(text) === 'truncated';

/** Whether a text is a word that may show a stop. An ID has digits. */
const isUnknownWord = (text: unknown) =>
	isText(text) && /^\p{L}+$/u.test(text) && endOfReason(text) === 'doubtful';

/** The event that ends the answer may state an outcome, under any name. */
function readLast(value: unknown, { end }: FieldsReading): EventReading['end'] {
	// What isn't finished at the end, such as `{"completed":false}`, was cut short.
	if (end === 'open' || end === 'active' || end === 'truncated') return 'truncated';
	const hasStopWord = isRecord(value) && Object.values(value).some(isStopWord);
	if (end === 'unclear' || hasStopWord) return 'doubtful';
	return end === 'pending' ? undefined : end;
}

/** The part of an event that reports a failure. */
function findFailure({ kind, value }: EventContent, { report, failed }: FieldsReading): unknown {
	const type = readTypes(kind);
	if (type.isAboutOther || type.retries) return undefined;
	if (report !== undefined) return report;
	if (type.reportsFailure) return value;
	return type.isAboutAnswer ? failed : undefined;
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
