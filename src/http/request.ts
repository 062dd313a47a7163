import type {
	GenericValue,
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
} from 'n8n-workflow';
import type { ErrorDetails } from '../api/errors';
import { ExecutionTime } from './executionTime';
import {
	maxPause,
	type Rejection,
	type RequestOutcome,
	type Slot,
} from './limits/concurrencyLimit';
import {
	cancelledFailure,
	type NetworkFailure,
	readNetworkError,
	type RequestPurpose,
} from './networkError';
import { hasServiceCode } from './errorBody';
import { readBodyText } from './readBody';
import type { Retry } from './limits/retryBudget';
import type { TenantLimits } from './limits/tenantLimits';
import { wait } from './wait';

/** What a request needs of n8n; node, picker and trigger contexts all have it. */
export interface RequestContext {
	getNode(): INode;
	getCredentials<T extends object = ICredentialDataDecryptedObject>(
		type: string,
		itemIndex?: number,
	): Promise<T>;
	readonly helpers: {
		httpRequest(options: IHttpRequestOptions): Promise<unknown>;
		refreshOAuth2Token?(this: IAllExecuteFunctions, type: string): Promise<unknown>;
	};
	readonly logger: IExecuteFunctions['logger'];
}

export interface SendOptions {
	/** Milliseconds a request may take; for a stream, until it begins. */
	readonly timeout: number;
	/** Retries of a request, if a retry is safe. */
	readonly maxRetries: number;
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
	/** The user set Concurrency, so the adaptive limit doesn't apply. */
	readonly fixedConcurrency?: boolean;
	/** Measures what the execution waits for. */
	readonly time?: ExecutionTime;
}

export interface HttpMessage {
	readonly method: NonNullable<IHttpRequestOptions['method']>;
	readonly url: string;
	readonly headers: Record<string, string>;
	readonly body?: string;
	readonly encoding: 'text' | 'stream';
	/** A retry does no harm unless the request changes something. */
	readonly purpose: RequestPurpose;
}

export interface HttpResponse {
	readonly statusCode: number;
	readonly headers: IDataObject;
	/** Text, or a readable stream if the message asked for one and the status is a success. */
	readonly body: GenericValue;
	/** It has an error code of the service, so it is an answer, whatever the status is. */
	readonly hasServiceCode?: boolean;
	/** From the header Retry-After. */
	readonly retryAfterSeconds?: number;
	/** It was not retried because too many requests fail. */
	readonly retriesUsedUp?: boolean;
	/** Closes the connection of a stream. */
	readonly close: () => void;
}

/** A response of any status, or why there is none. */
export type SendOutcome = HttpResponse | ErrorDetails;

/** A timer with a larger value would end at once. */
const maxTimeoutMilliseconds = 2 ** 31 - 1;

const firstPauseMilliseconds = 500;
const maxPauseMilliseconds = 30_000;

/** Statuses after which a message that changes nothing may be retried. */
const transientStatuses: readonly number[] = [500, 502, 503, 504];

export function isResponse(outcome: SendOutcome): outcome is HttpResponse {
	return 'statusCode' in outcome;
}

async function sendOnce(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
): Promise<HttpResponse | NetworkFailure> {
	const { signal } = options;
	const timeout = Math.min(options.timeout, maxTimeoutMilliseconds);
	const connection = new AbortController();
	const deadline = AbortSignal.timeout(timeout);
	const close = () => connection.abort();
	deadline.addEventListener('abort', close);
	try {
		const response = (await context.helpers.httpRequest({
			method: message.method,
			url: message.url,
			headers: { ...message.headers },
			body: message.body,
			encoding: message.encoding,
			timeout,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			abortSignal: signal ? AbortSignal.any([signal, connection.signal]) : connection.signal,
		})) as IN8nHttpFullResponse;
		const { statusCode, headers } = response;
		const retryAfterSeconds = readRetryAfter(headers['retry-after'], Date.now());
		const received = { statusCode, headers, retryAfterSeconds, close };
		const body = response.body as GenericValue;
		if (isSuccess(received)) return { ...received, body };
		const text = await readBodyText({ body, close }, timeout);
		const isAnswer = message.purpose !== 'token' && hasServiceCode(contentTypeOf(received), text);
		return { ...received, body: text, hasServiceCode: isAnswer };
	} catch (error) {
		const cause = deadline.aborted ? { code: 'ETIMEDOUT' } : error;
		return readNetworkError(cause, message.url, timeout, message.purpose);
	} finally {
		deadline.removeEventListener('abort', close);
	}
}

export function isSuccess({ statusCode }: Pick<HttpResponse, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** In lower case. */
export function contentTypeOf({ headers }: Pick<HttpResponse, 'headers'>): string {
	return String(headers['content-type'] ?? '')
		.trim()
		.toLowerCase();
}

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
 * The pause before a retry without Retry-After, in milliseconds.
 *
 * @param attempt number of the retry, from 0
 * @param random from 0 to 1
 */
export function pauseAfter(attempt: number, random = Math.random): number {
	const longest = Math.min(firstPauseMilliseconds * 2 ** attempt, maxPauseMilliseconds);
	// Half fixed, half random, so parallel items don't all retry at once.
	return longest / 2 + (random() * longest) / 2;
}

function isBusy({ statusCode, hasServiceCode }: HttpResponse): boolean {
	return !hasServiceCode && (statusCode === 429 || statusCode === 503);
}

/** Whether the service processed the request, even if it rejected what was asked. */
function isAnswer(response: HttpResponse): boolean {
	const isBelow500 = response.statusCode < 500 && !isBusy(response);
	return response.hasServiceCode === true || isBelow500;
}

/** What the outcome means for the number of requests that the service can handle. */
function outcomeFor(outcome: HttpResponse | NetworkFailure): RequestOutcome {
	if (isResponse(outcome)) {
		const { retryAfterSeconds, statusCode } = outcome;
		if (!isBusy(outcome)) return { status: 'success' };
		const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
		return { status: 'rejected', rateLimited: statusCode === 429, retryAfterMs };
	}
	if (outcome === cancelledFailure) return { status: 'cancelled' };
	return { status: outcome.errorCode === 'timeout' ? 'rejected' : 'failed' };
}

/**
 * Whether a message may be retried: always if the service can't have processed it, which is after
 * 429, after 503 with Retry-After, and if nothing was sent. A message that changes nothing is also
 * retried after 500, 502, 503, 504, and a network failure.
 */
function mayRepeat(message: HttpMessage, outcome: HttpResponse | NetworkFailure): boolean {
	const isRepeatable = message.purpose !== 'change';
	if (!isResponse(outcome)) {
		return outcome.transient && (outcome.notSent || isRepeatable);
	}
	const { statusCode, retryAfterSeconds } = outcome;
	if ((retryAfterSeconds ?? 0) * 1000 > maxPause) return false;
	if (statusCode === 429 || (statusCode === 503 && retryAfterSeconds !== undefined)) return true;
	return isRepeatable && transientStatuses.includes(statusCode);
}

function notSentFailure({ reason, retryAfterMs }: Rejection): ErrorDetails {
	if (reason === 'cancelled') return cancelledBeforeSending;
	return {
		message: "The request wasn't sent because the service accepts no requests at the moment",
		description: 'Nothing was changed. Run the workflow again later.',
		errorCode: 'rate-limited',
		httpStatus: 429,
		retryAfterSeconds: Math.ceil(retryAfterMs / 1000),
		notSent: true,
	};
}

const cancelledBeforeSending: ErrorDetails = { ...cancelledFailure, notSent: true };

const freeSlot: Slot = { granted: true, release: () => {} };

/**
 * Sends a message as soon as the limits allow it, and retries if {@link mayRepeat}. Retry-After
 * pauses all requests to the tenant.
 *
 * @param limits shared by all requests to the tenant
 */
export async function send(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	limits?: TenantLimits,
): Promise<SendOutcome> {
	const { signal, fixedConcurrency = false, time = new ExecutionTime() } = options;
	let retry: Retry | undefined;
	let before: SendOutcome | undefined;
	for (let attempt = 0; ; attempt++) {
		if (attempt === 0) time.requests += 1;
		else time.retries += 1;
		const slot =
			(await time.during(
				limits?.concurrency ?? 'response',
				async () => await limits?.concurrency.acquire({ signal, counted: !fixedConcurrency }),
			)) ?? freeSlot;
		if (!slot.granted) return (slot.reason === 'unavailable' && before) || notSentFailure(slot);
		const outcome = await time.during(
			'response',
			async () => await sendOnce(context, message, options),
		);
		slot.release(outcomeFor(outcome));
		if (isResponse(outcome) && isAnswer(outcome)) {
			(retry ?? limits?.retries)?.succeeded();
			return outcome;
		}
		if (attempt >= options.maxRetries || !mayRepeat(message, outcome)) return outcome;
		const isTimeout = !isResponse(outcome) && outcome.errorCode === 'timeout';
		retry = limits?.retries.take(isTimeout);
		if (limits && !retry) return { ...outcome, retriesUsedUp: true };
		if (isResponse(outcome)) outcome.close();
		before = outcome;
		const pause = pauseBefore(outcome, attempt);
		context.logger.debug(`Sending the request again in ${Math.round(pause)} ms`);
		const isLimited = isResponse(outcome) && isBusy(outcome);
		const elapsed = await time.during(
			isLimited ? 'limit' : 'retry',
			async () => await wait(pause, signal),
		);
		if (!elapsed) return cancelledBeforeSending;
	}
}

/** Milliseconds. */
function pauseBefore(outcome: HttpResponse | NetworkFailure, attempt: number): number {
	if (!isResponse(outcome) || outcome.retryAfterSeconds === undefined) return pauseAfter(attempt);
	return outcome.retryAfterSeconds * 1000;
}
