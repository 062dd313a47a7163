/** Failures of the agent, as events report them. */
import { errorBodyNames } from '../../../api/assumedNames';
import { errorCodes, isErrorCode } from '../../../api/errorCodes';
import type { ErrorDetails } from '../../../api/errors';
import { readErrorText } from '../../../http/errorBody';
import { isRecord } from '../../../values/jsonObject';
import { memoizeByName, oneOf, splitWords, words } from '../../../values/words';
import { isOff } from './path';
import type { ReceivedEvent } from './receivedEvent';

const isFailureWord = oneOf(words('error errors failed failure fail exception fatal'));
const isOfAnswer = oneOf(
	words('answer response run stream message chat agent request server session conversation'),
);

/** Whether a type says that the agent failed, and not a part of it: `error`, `run.failed`. */
const saysFailure = memoizeByName((type: string) => {
	const parts = splitWords(type);
	return (
		parts.some(isFailureWord) && parts.every((part) => isFailureWord(part) || isOfAnswer(part))
	);
});

/** The part of an event that reports a failure in the usual words (spec 7), in whatever format. */
export function findFailure(event: ReceivedEvent): unknown {
	const { record, value, types } = event;
	if (types.some(saysFailure)) return value;
	if (types.length > 0) return undefined;
	if (!isOff(record.error)) return value;
	return errorBodyNames.code.some((name) => isErrorCode(record[name])) ? value : undefined;
}

/** The part of an event with the reason, which protocols put into what failed. */
function reasonIn(reported: unknown): unknown {
	if (!isRecord(reported)) return reported;
	const { response, last_error: lastError } = reported;
	return isRecord(response) ? reasonIn(response) : (lastError ?? reported);
}

/**
 * Describes why the agent could not go on.
 *
 * @param reported by an event
 * @param redact replaces secrets
 */
export function describeFailure(
	reported: unknown,
	redact = (failure: unknown) => failure,
): ErrorDetails {
	const report = redact(reasonIn(reported));
	const text = typeof report === 'string' ? report : JSON.stringify(report);
	const { code, serviceMessage } = readErrorText(text);
	if (isErrorCode(code)) return { ...errorCodes[code], errorCode: code };
	const message = serviceMessage && `Service message: ${serviceMessage}`;
	return {
		message: 'The agent stopped before its answer was complete',
		description: `${message?.replace(/\.$/, '') ?? 'The service returned no reason'}. Ask again, in the same thread if you like.`,
		errorCode: code ?? 'answer-failed',
	};
}
