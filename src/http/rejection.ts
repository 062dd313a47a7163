import { ServiceError } from '../api/errors';
import type { ErrorCode } from '../api/errorCodes';

/** Handles a failed request that the service rejected with one of the codes. Other errors are thrown. */
export function onRejection<Result>(
	codes: readonly ErrorCode[],
	handle: (rejection: ServiceError) => Result,
): (error: unknown) => Result {
	return (error) => {
		const isExpected =
			error instanceof ServiceError && codes.some((code) => code === error.errorCode);
		if (isExpected) return handle(error);
		throw error;
	};
}
