/**
 * Why an agent could not go on, where an event tells. The specification shows no such event (spec 6):
 * it is told by a word in the kind of the event or in its status, by what stands under `error` or a
 * like name, or by a code of the service (spec 7). What fails is the answer, not a tool or a step of
 * it, after which the agent may go on.
 */
import type { IDataObject } from 'n8n-workflow';
import type { ErrorDetails } from '../../shared/errors';
import {
	answerEventNames,
	answerTextNames,
	errorBodyNames,
} from '../../shared/service/assumedNames';
import { errorCodes, isErrorCode } from '../../shared/service/errorCodes';
import { isRecord } from '../../shared/service/record';
import { wordsIn } from '../../shared/service/words';
import { readErrorText } from '../../shared/transport/errorResponse';
import type { ReceivedEvent } from './receivedEvent';

const statedNames = [...answerEventNames.status, ...answerEventNames.finishReason];
const failureNames = new Set<string>(answerEventNames.failure);
const failureWord = new RegExp(`^(?:${answerEventNames.failureStems.join('|')})`);
const statusIsBeside: ReadonlySet<string> = new Set(['error', 'errors', 'status']);
const besideWords = new Set<string>(
	answerTextNames.other.filter((word) => !statusIsBeside.has(word)),
);

function tellsFailure(text: string): boolean {
	const words = wordsIn(text)
		.join(' ')
		.replace(/\btimed? out\b/g, 'timeout');
	return words.split(' ').some((word) => failureWord.test(word));
}

/** What stands under `error` or a like name, where that says anything. */
function reportIn(record: IDataObject): unknown {
	for (const [name, report] of Object.entries(record)) {
		const isNamed = failureNames.has(name) || (isRecord(report) && namesFailure(name));
		if (isNamed && typeof report !== 'number' && saysAnything(report)) return report;
	}
	return undefined;
}

/** Whether a name such as `throttlingException` tells of a failure, and not of a tool's or step's. */
function namesFailure(name: string): boolean {
	return tellsFailure(name) && !wordsIn(name).some((word) => besideWords.has(word));
}

/** Whether there is more in a report than zeros and empty texts. */
function saysAnything(report: unknown): boolean {
	if (typeof report === 'string') return report.trim() !== '';
	if (typeof report !== 'object' || report === null) return Number(report) > 0;
	return Object.values(report).some(saysAnything);
}

function codeIn(record: IDataObject): string | undefined {
	const codes = errorBodyNames.code.map((name) => record[name]);
	return codes.find((code): code is string => typeof code === 'string' && isErrorCode(code));
}

/** The part of an event that tells of a failure. */
function failingPart(event: ReceivedEvent): unknown {
	const { kinds, value, data, words, records } = event;
	if (words.some((word) => besideWords.has(word))) return undefined;
	for (const record of records) {
		const report = reportIn(record);
		if (report !== undefined) return report === true ? record : report;
		if (codeIn(record) !== undefined) return record;
	}
	if (kinds.some(tellsFailure)) return isRecord(value) ? value : data;
	const stated = records
		.flatMap((record) => statedNames.map((name) => ({ record, said: record[name] })))
		.map(({ record, said }) => ({ record, said: isRecord(said) ? said.state : said }))
		.find(({ said }) => typeof said === 'string' && tellsFailure(said));
	return stated?.record;
}

/** The kind of a failure, which is no sentence; a code where it looks like one. */
function withoutKind({ type, ...others }: IDataObject) {
	const isCode = typeof type === 'string' && /^[a-z]+(?:_[a-z]+)+$/.test(type);
	const words = Object.fromEntries(
		Object.entries(others).filter(([name]) => name !== 'event' && name !== 'kind'),
	);
	return { type: isCode ? type : undefined, words };
}

/**
 * Reads why the agent could not go on.
 *
 * @param event the event
 * @returns undefined where it tells no such thing
 */
export function failureIn(event: ReceivedEvent): ErrorDetails | undefined {
	const part = failingPart(event);
	if (part === undefined) return undefined;
	const { type, words } = isRecord(part) ? withoutKind(part) : { type: undefined, words: part };
	const { code = type, said } = readErrorText(
		typeof words === 'string' ? words : JSON.stringify(words),
	);
	if (code !== undefined && isErrorCode(code)) return { ...errorCodes[code], errorCode: code };
	return {
		message: 'The agent broke off its answer',
		description: `${said === undefined ? 'The service does not say why.' : `The service says: "${said}".`} Ask again, in the same thread if you like.`,
		errorCode: code ?? 'answer-failed',
	};
}
