import { ServiceError } from '../shared/errors';
import type { ErrorCode } from '../shared/service/errorCodes';
import { settle } from '../shared/transport/settle';

/**
 * Waits for an answer, or for a refusal that has a meaning here.
 *
 * @param asking the answer under way
 * @param codes the error codes that are answers too
 * @returns the answer, or the refusal with one of the codes
 * @throws whatever else it fails with
 */
export async function answerOrRefusal<Answer>(
	asking: Promise<Answer>,
	...codes: ErrorCode[]
): Promise<Answer | ServiceError> {
	const outcome = await settle(asking);
	if (outcome.ok) return outcome.value;
	const { reason } = outcome;
	if (reason instanceof ServiceError && codes.some((code) => code === reason.errorCode)) {
		return reason;
	}
	throw reason;
}
