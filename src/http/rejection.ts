import { ServiceError } from '../api/errors';
import type { ErrorCode } from '../api/errorCodes';

/**
 * Waits for a response, or for a rejection that has a meaning to the caller.
 *
 * @param codes the error codes that have a meaning
 * @returns the response, or the rejection with one of the codes
 * @throws any other error of the request
 */
export async function responseOrRejection<Response>(
	request: Promise<Response>,
	codes: readonly ErrorCode[],
): Promise<Response | ServiceError> {
	return await request.catch((error: unknown) => {
		const isExpected =
			error instanceof ServiceError && codes.some((code) => code === error.errorCode);
		if (isExpected) return error;
		throw error;
	});
}
