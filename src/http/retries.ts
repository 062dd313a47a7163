/**
 * What follows a failed request: whether and when it is sent again, and what the limits learn from it. A
 * request that changes something is only sent again if the service can't have processed it. What the
 * user reads is in `errorResponse.ts` and `networkError.ts`.
 */
import { isErrorCode } from '../api/errorCodes';
import { type ErrorDetails, InputError, ServiceError } from '../api/errors';
import type { RequestOutcome } from './limits/concurrencyLimit';

/** Statuses after which a retry may succeed. */
const retriedStatuses: readonly number[] = [429, 500, 502, 503, 504];

/** Codes of requests without a response, after which a retry may succeed. */
const retriedCodes: readonly string[] = ['network', 'timeout'];

/** Statuses of a service that has no room for the request. */
const busyStatuses: readonly number[] = [429, 503];

/** A longer Retry-After is reported instead of waited for: nobody watches an item for so long. Milliseconds. */
export const longestWait = 120_000;

const firstPauseMilliseconds = 500;
const maxPauseMilliseconds = 30_000;

/**
 * Whether the service may have made a change although the request failed: there was no response, or
 * none that rejects the request.
 */
export function isOutcomeUnknown(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return !(error instanceof InputError);
	const { errorCode, httpStatus = 0, notSent, retryAfterSeconds } = error.details;
	if (notSent || isErrorCode(errorCode)) return false;
	if (httpStatus === 503) return retryAfterSeconds === undefined;
	return httpStatus < 400 || httpStatus === 408 || httpStatus >= 500;
}

/** Whether the same request may succeed a while later. */
export function mayPass({ errorCode, httpStatus }: ErrorDetails): boolean {
	if (httpStatus === undefined) return retriedCodes.includes(errorCode);
	return !isErrorCode(errorCode) && (httpStatus === 429 || httpStatus >= 500);
}

/**
 * Whether a service that accepted a request before may do so later: it is busy, or a gateway answers in
 * its place.
 */
export function mayRecover(details: ErrorDetails): boolean {
	const { errorCode, httpStatus } = details;
	const isOfGateway = httpStatus !== undefined && (httpStatus < 400 || httpStatus === 404);
	return mayPass(details) || (isOfGateway && !isErrorCode(errorCode));
}

/** Whether nothing accepts connections at the moment, so the request could not be sent. */
function isUnreachable(details: ErrorDetails): boolean {
	return details.httpStatus === undefined && details.notSent === true && mayPass(details);
}

/** Whether a request is sent again: it is safe, may succeed, and need not wait for too long. */
export function mayRetry(failure: ServiceError, changes: boolean): boolean {
	const { httpStatus, retryAfterSeconds = 0 } = failure.details;
	if (changes && isOutcomeUnknown(failure)) return false;
	if (!mayPass(failure.details) || retryAfterSeconds * 1000 > longestWait) return false;
	return httpStatus === undefined || retriedStatuses.includes(httpStatus);
}

/** A 429 is safe to repeat, and sent on purpose, so it may be repeated more often. */
export function retriesAfter({ httpStatus }: ServiceError, maxRetries: number): number {
	return httpStatus === 429 ? 2 * maxRetries : maxRetries;
}

/**
 * The pause before a retry: what Retry-After asks for, or one that doubles each time.
 *
 * @param retries so far
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function pauseBefore(
	retryAfterSeconds: number | undefined,
	retries: number,
	random = Math.random,
): number {
	if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
	const longest = Math.min(firstPauseMilliseconds * 2 ** retries, maxPauseMilliseconds);
	// Half fixed, half random, so parallel items don't all retry at once.
	return longest / 2 + (random() * longest) / 2;
}

/** Whether the service has no room for the request: a 429 or 503 without an error code. */
export function isBusy({ errorCode, httpStatus = 0 }: ErrorDetails): boolean {
	return busyStatuses.includes(httpStatus) && !isErrorCode(errorCode);
}

/** What a response, or a failure, shows about the number of requests that the service can handle. */
export function effectOnLimits(outcome: object): RequestOutcome {
	if (!(outcome instanceof ServiceError)) return { status: 'success' };
	const { details } = outcome;
	const { errorCode, httpStatus, retryAfterSeconds = 0 } = details;
	if (httpStatus === undefined) {
		if (errorCode === 'timeout') return { status: 'slow' };
		return { status: isUnreachable(details) ? 'rejected' : 'failed' };
	}
	if (!isBusy(details)) return { status: 'success' };
	const rateLimited = httpStatus === 429;
	return { status: 'rejected', rateLimited, retryAfterMs: retryAfterSeconds * 1000 };
}
