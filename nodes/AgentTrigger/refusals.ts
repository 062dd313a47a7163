import type { ErrorCode } from '../shared/service/errorCodes';
import { ServiceError } from '../shared/transport/serviceError';

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
	const [outcome] = await Promise.allSettled([asking]);
	if (outcome.status === 'fulfilled') return outcome.value;
	const { reason } = outcome;
	if (reason instanceof ServiceError && codes.some((code) => code === reason.errorCode)) {
		return reason;
	}
	throw reason;
}
