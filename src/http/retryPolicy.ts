/** After which responses and failures a request is sent again, and when. */
import type { RequestOutcome } from './limits/concurrencyLimit';
import { isTooLong } from './limits/servicePause';
import { NetworkError } from './networkError';
import type { HttpMessage, HttpResponse } from './request';

/** What one attempt led to: a response, or why there is none. */
export type AttemptOutcome = HttpResponse | NetworkError;

const firstPauseMilliseconds = 500;
const maxPauseMilliseconds = 30_000;

/** Statuses after which a message that changes nothing may be retried. */
const transientStatuses: readonly number[] = [500, 502, 503, 504];

/**
 * Reads a Retry-After header in either form, seconds or a date.
 *
 * @param now milliseconds since 1970
 * @returns seconds to wait, or undefined if there is no usable header
 */
export function readRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value);
	const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/**
 * The pause before a retry: what Retry-After asks for, or one that doubles each time.
 *
 * @param attempt number of the retry, from 0
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function pauseBefore(
	retryAfterSeconds: number | undefined,
	attempt: number,
	random = Math.random,
): number {
	if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
	const longest = Math.min(firstPauseMilliseconds * 2 ** attempt, maxPauseMilliseconds);
	// Half fixed, half random, so parallel items don't all retry at once.
	return longest / 2 + (random() * longest) / 2;
}

/** Seconds. */
export function retryAfterOf(outcome: AttemptOutcome): number | undefined {
	return outcome instanceof NetworkError ? undefined : outcome.retryAfterSeconds;
}

/** Whether the service has no room for the request: a 429 or 503 without an error code. */
export function isBusy(outcome: AttemptOutcome): boolean {
	if (outcome instanceof NetworkError || outcome.hasServiceCode) return false;
	return outcome.statusCode === 429 || outcome.statusCode === 503;
}

export function isTimeout(outcome: AttemptOutcome): boolean {
	return outcome instanceof NetworkError && outcome.errorCode === 'timeout';
}

/** Whether the service processed the request, even if it rejected what was asked. */
export function isAnswer(outcome: AttemptOutcome): boolean {
	if (outcome instanceof NetworkError) return false;
	return outcome.hasServiceCode === true || (outcome.statusCode < 500 && !isBusy(outcome));
}

/** What an attempt says about the number of requests that the service can handle. */
export function effectOnLimits(outcome: AttemptOutcome): RequestOutcome {
	if (outcome instanceof NetworkError) {
		if (outcome.errorCode === 'cancelled') return { status: 'cancelled' };
		return { status: isTimeout(outcome) ? 'rejected' : 'failed' };
	}
	if (!isBusy(outcome)) return { status: 'success' };
	const { retryAfterSeconds, statusCode } = outcome;
	const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
	return { status: 'rejected', rateLimited: statusCode === 429, retryAfterMs };
}

/**
 * Whether a message may be retried: always if the service can't have processed it, which is after
 * 429, after 503 with Retry-After, and if nothing was sent. A message that changes nothing is also
 * retried after 500, 502, 503, 504, and a network failure.
 */
export function mayRetry(message: HttpMessage, outcome: AttemptOutcome): boolean {
	if (isAnswer(outcome)) return false;
	const isRepeatable = message.purpose !== 'change';
	if (outcome instanceof NetworkError) {
		return outcome.details.transient && (outcome.details.notSent || isRepeatable);
	}
	const { statusCode, retryAfterSeconds } = outcome;
	if (isTooLong(retryAfterSeconds)) return false;
	if (statusCode === 429 || (statusCode === 503 && retryAfterSeconds !== undefined)) return true;
	return isRepeatable && transientStatuses.includes(statusCode);
}
