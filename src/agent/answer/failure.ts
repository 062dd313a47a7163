/**
 * Why an agent could not go on, where an event tells. The specification shows no such event (spec 6):
 * it is told by a word in the kind of the event or in its status, by what stands under `error` or a
 * like name, or by a code of the service (spec 7). What fails is the answer, not a tool or a step of
 * it, after which the agent may go on, nor what the answer is about, such as an order.
 */
import type { IDataObject } from 'n8n-workflow';
import { stateInWords, wordsBeforeReason, wordsOfStatus } from '../runs/stateWords';
import type { ErrorDetails } from '../../api/errors';
import { answerEventNames, answerTextNames, errorBodyNames } from '../../api/assumedNames';
import { errorCodes, isErrorCode } from '../../api/errorCodes';
import { isRecord } from '../../api/jsonObject';
import { wordsIn } from '../../api/words';
import { readErrorText } from '../../http/errorResponse';
import { isApplicationData } from './candidates';
import type { ReceivedEvent } from './receivedEvent';

const statedNames = [...answerEventNames.status, ...answerEventNames.finishReason];
const failureNames = new Set<string>(answerEventNames.failure);
const failureWord = new RegExp(`^(?:${answerEventNames.failureStems.join('|')})`);
const ambiguousWord = new RegExp(`^(?:${answerEventNames.ambiguousStems.join('|')})`);
const reportWord = /^(?:error|exception|failure)s?$/;
const statusIsBeside: ReadonlySet<string> = new Set(['error', 'errors', 'status']);
const besideWords = new Set<string>(
	answerTextNames.other.filter((word) => !statusIsBeside.has(word)),
);
const statusKinds = new Set<string>(answerEventNames.statusKinds);
const answerWords = new Set<string>([
	...answerEventNames.final,
	...answerTextNames.around,
	...answerTextNames.usual,
	...answerTextNames.possible,
]);

/** A status of more words says what the agent does, or with what. */
const mostWords = 3;

const isFailureWord = (word: string) => failureWord.test(word);

/** Whether the kind of an event is a failure, and that of the answer: `agent_failed`, not `order_cancelled`. */
function isKindOfFailure(kind: string): boolean {
	const words = wordsOfStatus(kind);
	const failures = words.filter(isFailureWord);
	if (failures.some((word) => !ambiguousWord.test(word))) return true;
	return failures.length > 0 && areAboutAnswer(words.filter((word) => !isFailureWord(word)));
}

/** Whether a status is that of a failure, and no sentence about one: `Run failed`, not `Failed payments`. */
function statesFailure(status: string): boolean {
	const [clause = ''] = status.trim().split(/[:;,.(]\s/, 1);
	if (stateInWords(clause) === 'active') return false;
	const words = wordsBeforeReason(clause);
	if (!/\s/.test(clause)) return words.some(isFailureWord);
	return words.length <= mostWords && isFailureWord(words.at(-1) ?? '');
}

/** Whether the kind of an event is about the answer, and not about an order, say, which it shows. */
function areAboutAnswer(words: readonly string[]): boolean {
	return (
		words.every((word) => statusKinds.has(word)) || words.some((word) => answerWords.has(word))
	);
}

/** What a record says of how its subject is; a reason only where it is a code. */
function statedIn(record: IDataObject): string[] {
	return statedNames.flatMap((name) => {
		const said = record[name];
		const text = isRecord(said) ? said.state : said;
		return typeof text === 'string' && !(name === 'reason' && /\s/.test(text)) ? text : [];
	});
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
	const words = wordsIn(name);
	return reportWord.test(words.at(-1) ?? '') && !words.some((word) => besideWords.has(word));
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
	if (isApplicationData(event) || words.some((word) => besideWords.has(word))) return undefined;
	for (const record of records) {
		const report = reportIn(record);
		if (report !== undefined) return report === true ? record : report;
		if (codeIn(record) !== undefined) return record;
	}
	if (kinds.some(isKindOfFailure)) return isRecord(value) ? value : data;
	if (!areAboutAnswer(words)) return undefined;
	return records.find((record) => statedIn(record).some(statesFailure));
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
 * @param cleaned cuts out what must not be shown
 * @returns undefined where it tells no such thing
 */
export function failureIn(
	event: ReceivedEvent,
	cleaned = (part: unknown): unknown => part,
): ErrorDetails | undefined {
	const failing = failingPart(event);
	if (failing === undefined) return undefined;
	const part = cleaned(failing);
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
