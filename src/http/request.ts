/**
 * One request with its retries: wait for a slot of the tenant's limits, send, and report the outcome to
 * the limits. A failure is retried after a pause if that is safe, and within the budget of retries.
 */
import type {
	FunctionsBase,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	RequestHelperFunctions,
} from 'n8n-workflow';
import { isOutcomeUnknown, mayFollowChange, ServiceError } from '../api/errors';
import { hasServiceCode } from './errorBody';
import type { RequestOutcome } from './limits/concurrencyLimit';
import { maxBodyBytes, readBody } from './responseBody';
import { TenantLimits } from './tenantLimits';
import {
	cancelledFailure,
	checkChange,
	readNetworkError,
	type RequestPurpose,
} from './networkError';
import { isTooLong, readRetryAfter } from './retryAfter';

/** What a request needs of n8n; node, picker and trigger contexts all have it. */
export interface RequestContext extends Pick<FunctionsBase, 'getCredentials' | 'logger'> {
	readonly helpers: Pick<RequestHelperFunctions, 'httpRequest'> &
		Partial<Pick<RequestHelperFunctions, 'refreshOAuth2Token'>>;
}

export interface SendOptions {
	/** Milliseconds a request may take; for a stream, until it begins. */
	readonly timeout: number;
	/** Retries of a request, if a retry is safe; after a 429, twice as many. */
	readonly maxRetries: number;
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
	/** Requests that would change something are thrown instead of sent. */
	readonly readsOnly?: boolean;
	/** The user set Concurrency, so the adaptive limit doesn't apply. */
	readonly fixedConcurrency?: boolean;
	/** What to do if a request takes longer than the timeout, in the words of the caller. */
	readonly ifTimeout?: string;
	/** What else to do if the service receives too many requests. */
	readonly ifBusy?: string;
}

export interface HttpMessage extends Pick<IHttpRequestOptions, 'method' | 'url' | 'body'> {
	readonly headers: Readonly<Record<string, string>>;
	/** The access token. Read when the request is sent, as it may be renewed while the request waits. */
	readonly token?: () => Promise<string>;
	/** A retry does no harm unless the request changes something. */
	readonly purpose: RequestPurpose;
	/** The response may be a stream of events, which the caller reads. */
	readonly streams?: boolean;
}

export interface HttpResponse {
	readonly statusCode: number;
	/** In lower case. */
	readonly contentType: string;
	/** Text, or a readable stream of the events that the message asked for. */
	readonly body: unknown;
	/** It has an error code of the service, so it is an answer, whatever the status is. */
	readonly hasServiceCode?: boolean;
	/** From the header Retry-After. */
	readonly retryAfterSeconds?: number;
	/** The header WWW-Authenticate. */
	readonly challenge?: string;
	/** It was not retried because too many requests fail. */
	readonly retriesUsedUp?: boolean;
	/** Closes the connection of a stream. */
	readonly close: () => void;
}

/** What n8n returns for the encoding `stream`. */
type StreamedResponse = IN8nHttpFullResponse & { readonly body: AsyncIterable<Uint8Array> };

/** What one attempt led to: a response, or why there is none. */
type Outcome = HttpResponse | ServiceError;

/** A timer with a larger value would end at once. */
const maxTimeoutMilliseconds = 2 ** 31 - 1;

export const eventStreamType = 'text/event-stream';

const firstPauseMilliseconds = 500;
const maxPauseMilliseconds = 30_000;

/** Statuses after which a retry may succeed. */
const transientStatuses: readonly number[] = [429, 500, 502, 503, 504];

export function isSuccess({ statusCode }: Pick<HttpResponse, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** One request, without retries. A failure is a result here, as it decides about the retry. */
async function sendOnce(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	token: string | undefined,
): Promise<Outcome> {
	const { method, url, headers, body } = message;
	const { signal } = options;
	const timeout = Math.min(options.timeout, maxTimeoutMilliseconds);
	const connection = new AbortController();
	const deadline = AbortSignal.timeout(timeout);
	const close = () => connection.abort();
	deadline.addEventListener('abort', close);
	try {
		const response = (await context.helpers.httpRequest({
			...{ method, url, body, timeout },
			headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
			// A stream can be limited while it arrives; otherwise n8n would receive all of it.
			encoding: 'stream',
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			abortSignal: signal ? AbortSignal.any([signal, connection.signal]) : connection.signal,
		})) as StreamedResponse;
		return await receive(response, message, close);
	} catch (error) {
		if (error instanceof ServiceError) return error;
		const stopped = signal?.aborted ? { code: 'ERR_CANCELED' } : undefined;
		const cause = deadline.aborted ? { code: 'ETIMEDOUT' } : (stopped ?? error);
		return readNetworkError(cause, url, timeout, message.purpose, options.ifTimeout);
	} finally {
		deadline.removeEventListener('abort', close);
	}
}

/** @throws ServiceError or what the connection throws if the response isn't received whole */
async function receive(
	{ statusCode, headers, body }: StreamedResponse,
	{ streams, purpose }: HttpMessage,
	close: () => void,
): Promise<HttpResponse> {
	const contentType = String(headers['content-type'] ?? '').toLowerCase();
	const retryAfterSeconds = readRetryAfter(headers['retry-after'], Date.now());
	const challenge = String(headers['www-authenticate'] ?? '');
	const received = { statusCode, contentType, retryAfterSeconds, challenge, close };
	const isData = isSuccess(received);
	if (isData && streams && contentType.startsWith(eventStreamType)) return { ...received, body };
	const maxBytes = isData ? maxBodyBytes.success : maxBodyBytes.error;
	const contentLength = Number(headers['content-length']);
	const encoded = { body, close, contentType, contentLength };
	const { text, isTooLarge, failure } = await readBody(encoded, maxBytes);
	if (!isData)
		return { ...received, body: text, hasServiceCode: hasServiceCode(contentType, text) };
	if (failure !== undefined) throw failure;
	if (isTooLarge) throw tooLarge(purpose, statusCode);
	return { ...received, body: text };
}

function tooLarge(purpose: RequestPurpose, statusCode: number): ServiceError {
	const message = `The response of the service is larger than ${maxBodyBytes.success / 1_000_000} MB`;
	const remedy = 'Request fewer records at a time.';
	const description = purpose === 'change' ? checkChange : remedy;
	return ServiceError.invalidResponse(message, description, {}, statusCode);
}

/**
 * The pause before a retry: what Retry-After asks for, or one that doubles each time.
 *
 * @param attempt number of the retry, from 0
 * @param random from 0 to 1
 * @returns milliseconds
 * @internal
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

/** Whether the service has no room for the request: a 429 or 503 without an error code. */
function isBusy(outcome: Outcome): boolean {
	if (outcome instanceof ServiceError || outcome.hasServiceCode) return false;
	return outcome.statusCode === 429 || outcome.statusCode === 503;
}

function isTimeout(outcome: Outcome): boolean {
	return outcome instanceof ServiceError && outcome.errorCode === 'timeout';
}

/** Whether the service processed the request, even if it rejected what was asked. */
function isAnswer(outcome: Outcome): boolean {
	if (outcome instanceof ServiceError) return false;
	return outcome.hasServiceCode === true || (outcome.statusCode < 500 && !isBusy(outcome));
}

/** What an attempt shows about the number of requests that the service can handle. */
function effectOnLimits(outcome: Outcome): RequestOutcome {
	if (isTimeout(outcome)) return { status: 'slow' };
	if (outcome instanceof ServiceError) {
		const { notSent, transient } = outcome.details;
		return { status: notSent && transient ? 'rejected' : 'failed' };
	}
	if (!isBusy(outcome)) return { status: 'success' };
	const { retryAfterSeconds = 0, statusCode } = outcome;
	const rateLimited = statusCode === 429;
	return { status: 'rejected', rateLimited, retryAfterMs: retryAfterSeconds * 1000 };
}

/** A 429 is safe to repeat, and sent on purpose, so it may be repeated more often. */
function retriesAfter(outcome: Outcome, { maxRetries }: SendOptions): number {
	const isRateLimited = !(outcome instanceof ServiceError) && outcome.statusCode === 429;
	return isRateLimited ? 2 * maxRetries : maxRetries;
}

/** Whether a retry is safe and may succeed. */
function mayRetry({ purpose }: HttpMessage, outcome: Outcome): boolean {
	if (purpose === 'change' && mayHaveProcessed(outcome)) return false;
	if (outcome instanceof ServiceError) return outcome.details.transient === true;
	if (isAnswer(outcome) || isTooLong(outcome.retryAfterSeconds)) return false;
	return transientStatuses.includes(outcome.statusCode);
}

/** Whether the service may have processed a request. */
function mayHaveProcessed(outcome: Outcome): boolean {
	if (outcome instanceof ServiceError) return isOutcomeUnknown(outcome);
	return mayFollowChange(outcome.statusCode, outcome.retryAfterSeconds);
}

/** One attempt as soon as the limits allow it; undefined if they allow none for long, or it is cancelled. */
async function attempt(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	limits: TenantLimits,
	pause: number,
): Promise<Outcome | undefined> {
	const { signal, fixedConcurrency } = options;
	const slot = await limits.concurrency.acquire(fixedConcurrency !== true, signal, pause);
	let effect: RequestOutcome = { status: 'failed' };
	try {
		const token = slot && (await message.token?.());
		const outcome = slot && (await sendOnce(context, message, options, token));
		if (outcome) effect = effectOnLimits(outcome);
		if (effect.status === 'rejected') {
			limits.connectionFailure = outcome instanceof ServiceError ? outcome : undefined;
		}
		return outcome;
	} finally {
		slot?.release(effect);
	}
}

/**
 * Sends a message as soon as the limits allow it, and again after a failure that may be temporary. A
 * message that changes something is only sent again if the service can't have processed it: after 429,
 * after 503 with Retry-After, and if nothing was sent.
 *
 * @param limits shared by all requests to the tenant; by default, the message has its own
 * @returns a response of any status
 * @throws ServiceError if there is no response or token, or if nothing was sent
 */
export async function send(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	limits = new TenantLimits(),
): Promise<HttpResponse> {
	let previous: Outcome | undefined;
	let pause = 0;
	let retryTokens: number | undefined;
	for (let retries = 0; ; retries++) {
		const outcome = await attempt(context, message, options, limits, pause);
		// The failure of this request explains more than that it isn't sent again.
		if (!outcome) return responseOf(previous ?? notSent(limits, options));
		if (isAnswer(outcome)) limits.retries.succeeded(retryTokens);
		if (!mayRetry(message, outcome) || retries >= retriesAfter(outcome, options)) {
			return responseOf(outcome);
		}
		retryTokens = limits.retries.take(isTimeout(outcome));
		if (retryTokens === undefined) return responseOf(outcome, true);
		const { retryAfterSeconds } = outcome instanceof ServiceError ? outcome.details : outcome;
		pause = pauseBefore(retryAfterSeconds, retries);
		context.logger.debug(`Sending the request again in ${Math.round(pause)} ms`);
		previous = outcome;
	}
}

/** @throws ServiceError of an attempt without a response */
function responseOf(outcome: Outcome, retriesUsedUp?: true): HttpResponse {
	if (!(outcome instanceof ServiceError)) return { ...outcome, retriesUsedUp };
	throw new ServiceError({ ...outcome.details, retriesUsedUp });
}

function notSent(
	{ concurrency, connectionFailure }: TenantLimits,
	{ signal }: SendOptions,
): ServiceError {
	if (signal?.aborted) return new ServiceError({ ...cancelledFailure, notSent: true });
	if (connectionFailure) return connectionFailure;
	return new ServiceError({
		message: "The request wasn't sent because the service accepts no requests at the moment",
		description: 'Run the workflow again later.',
		errorCode: 'rate-limited',
		httpStatus: 429,
		retryAfterSeconds: Math.ceil(concurrency.retryAfter / 1000),
		notSent: true,
	});
}
