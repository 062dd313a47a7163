import { ServiceError } from '../api/errors';
import type { ErrorCode } from '../api/errorCodes';

/** The response, or the rejection if it has one of the codes. Other errors are thrown. */
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
