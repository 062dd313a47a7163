import { errorCodes, isErrorCode } from '../../api/errorCodes';
import type { ErrorDetails } from '../../api/errors';
import { readErrorText } from '../../http/errorBody';
import { isRecord } from '../../values/jsonObject';

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
 * @param redact cuts secrets out
 */
export function describeFailure(
	reported: unknown,
	redact = (failure: unknown) => failure,
): ErrorDetails {
	const report = redact(reasonIn(reported));
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
