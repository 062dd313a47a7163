/**
 * One request with its retries: wait for a slot of the tenant's limit, send, and report the outcome to
 * the limit. A failure is retried after a pause if that is safe.
 */
import type {
	FunctionsBase,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	RequestHelperFunctions,
} from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { ConcurrencyLimit, type RequestOutcome } from './limits/concurrencyLimit';
import { maxBodyBytes, readBody } from './responseBody';
import { effectOnLimits, isBusy, mayRetry, pauseBefore, retriesAfter } from './retries';
import { cancelledFailure, readNetworkError } from './networkError';
import { readRetryAfter } from './retryAfter';

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
	/** The request changes something, so a retry may do harm. */
	readonly changes: boolean;
	/** The response may be a stream of events, which the caller reads. */
	readonly streams?: boolean;
	/** Explains a response without success. */
	readonly toError: (response: HttpResponse) => ServiceError;
}

export interface HttpResponse {
	readonly statusCode: number;
	/** In lower case. */
	readonly contentType: string;
	/** Text, or a readable stream of the events that the message asked for. */
	readonly body: unknown;
	/** From the header Retry-After. */
	readonly retryAfterSeconds?: number;
	/** The header WWW-Authenticate. */
	readonly challenge?: string;
	/** Closes the connection of a stream. */
	readonly close: () => void;
}

/** What n8n returns for the encoding `stream`. */
type StreamedResponse = IN8nHttpFullResponse & { readonly body: AsyncIterable<Uint8Array> };

/** What one attempt led to: a response with a success status, or why there is none. */
type Outcome = HttpResponse | ServiceError;

/** A timer with a larger value would end at once. */
const maxTimeoutMilliseconds = 2 ** 31 - 1;

export const eventStreamType = 'text/event-stream';

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
		return readNetworkError(cause, url, timeout, options.ifTimeout);
	} finally {
		deadline.removeEventListener('abort', close);
	}
}

/** @throws ServiceError or what the connection throws if a success isn't received whole */
async function receive(
	{ statusCode, headers, body }: StreamedResponse,
	{ streams, toError }: HttpMessage,
	close: () => void,
): Promise<Outcome> {
	const contentType = String(headers['content-type'] ?? '').toLowerCase();
	const contentLength = Number(headers['content-length']);
	const encoded = { body, close, contentType, contentLength };
	const received = {
		...{ statusCode, contentType, close },
		retryAfterSeconds: readRetryAfter(headers['retry-after'], Date.now()),
		challenge: String(headers['www-authenticate'] ?? ''),
	};
	if (statusCode < 200 || statusCode >= 300) {
		const { text } = await readBody(encoded, maxBodyBytes.error);
		return toError({ ...received, body: text });
	}
	if (streams && contentType.startsWith(eventStreamType)) return { ...received, body };
	const { text, isTooLarge, failure } = await readBody(encoded, maxBodyBytes.success);
	if (failure !== undefined) throw failure;
	if (isTooLarge) throw tooLarge(statusCode);
	return { ...received, body: text };
}

function tooLarge(statusCode: number): ServiceError {
	const message = `The response of the service is larger than ${maxBodyBytes.success / 1_000_000} MB`;
	const remedy = 'Request fewer records at a time.';
	return ServiceError.invalidResponse(message, remedy, {}, statusCode);
}

/** One attempt as soon as the limit allows it; undefined if it allows none for long, or is cancelled. */
async function attempt(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	limit: ConcurrencyLimit,
	pause: number,
): Promise<Outcome | undefined> {
	const { signal, fixedConcurrency } = options;
	const slot = await limit.acquire(fixedConcurrency !== true, signal, pause);
	if (!slot) return undefined;
	let effect: RequestOutcome = { status: 'failed' };
	try {
		const token = await message.token?.();
		const outcome = await sendOnce(context, message, options, token);
		effect = effectOnLimits(outcome);
		return outcome;
	} finally {
		slot.release(effect);
	}
}

/**
 * Sends a message as soon as the limit allows it, and again after a failure if that is safe and may
 * succeed (`retries.ts`).
 *
 * @param limit shared by all requests to the tenant; by default, the message has its own
 * @returns a response with a success status
 * @throws ServiceError if there is none
 */
export async function send(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	limit = new ConcurrencyLimit(),
): Promise<HttpResponse> {
	let failure: ServiceError | undefined;
	let pause = 0;
	for (let retries = 0; ; retries++) {
		const outcome = await attempt(context, message, options, limit, pause);
		// The failure of this request explains more than that it isn't sent again.
		if (outcome === undefined) throw failure ?? notSent(limit, options);
		if (!(outcome instanceof ServiceError)) return outcome;
		failure = outcome;
		if (!mayRetry(failure, message.changes)) throw failure;
		if (retries >= retriesAfter(failure, options.maxRetries)) {
			throw isBusy(failure.details) ? failure.adding(options.ifBusy) : failure;
		}
		pause = pauseBefore(failure.details.retryAfterSeconds, retries);
		context.logger.debug(`Sending the request again in ${Math.round(pause)} ms`);
	}
}

function notSent({ retryAfter }: ConcurrencyLimit, { signal }: SendOptions): ServiceError {
	if (signal?.aborted) return new ServiceError({ ...cancelledFailure, notSent: true });
	return new ServiceError({
		message: "The request wasn't sent because the service accepts no requests at the moment",
		description: 'Run the workflow again later.',
		errorCode: 'rate-limited',
		httpStatus: 429,
		retryAfterSeconds: Math.ceil(retryAfter / 1000),
		notSent: true,
	});
}
