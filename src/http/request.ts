/**
 * One request with its retries: wait for a slot of the tenant's limits, send, and report the outcome to
 * the limits. A failure is retried after a pause if that is safe, and within the budget of retries.
 */
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
import { ServiceError } from '../api/errors';
import { hasServiceCode } from './errorBody';
import { ExecutionTime } from './executionTime';
import type { Slot } from './limits/concurrencyLimit';
import type { Retry } from './limits/retryBudget';
import { newTenantLimits, type TenantLimits } from './limits/tenantLimits';
import {
	cancelledFailure,
	NetworkError,
	readNetworkError,
	type RequestPurpose,
} from './networkError';
import { readBodyText } from './readBody';
import {
	effectOnLimits,
	isAnswer,
	isBusy,
	isTimeout,
	mayRetry,
	type AttemptOutcome,
	pauseBefore,
	readRetryAfter,
	retryAfterOf,
} from './retryPolicy';
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
	/** Requests that would change something are thrown instead of sent. */
	readonly readsOnly?: boolean;
	/** The user set Concurrency, so the adaptive limit doesn't apply. */
	readonly fixedConcurrency?: boolean;
	/** What to do if a request takes longer than the timeout, in the words of the caller. */
	readonly ifTimeout?: string;
	/** What else to do if the service receives too many requests. */
	readonly ifBusy?: string;
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

/** A timer with a larger value would end at once. */
const maxTimeoutMilliseconds = 2 ** 31 - 1;

export function isSuccess({ statusCode }: Pick<HttpResponse, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** In lower case. */
export function contentTypeOf({ headers }: Pick<HttpResponse, 'headers'>): string {
	return String(headers['content-type'] ?? '')
		.trim()
		.toLowerCase();
}

/** One request, without retries. A failure is a result here, as it decides about the retry. */
async function sendOnce(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
): Promise<AttemptOutcome> {
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
		const hasCode = message.purpose !== 'token' && hasServiceCode(contentTypeOf(received), text);
		return { ...received, body: text, hasServiceCode: hasCode };
	} catch (error) {
		const cause = deadline.aborted ? { code: 'ETIMEDOUT' } : error;
		return readNetworkError(cause, message.url, timeout, message.purpose, options.ifTimeout);
	} finally {
		deadline.removeEventListener('abort', close);
	}
}

/** Waits until the limits of the tenant allow a request; undefined if they allow none for long. */
async function takeSlot(
	{ signal, fixedConcurrency = false, time = new ExecutionTime() }: SendOptions,
	{ concurrency }: TenantLimits,
): Promise<Slot | undefined> {
	const acquire = async () => await concurrency.acquire({ signal, counted: !fixedConcurrency });
	const slot = await time.during(concurrency, acquire);
	if (slot === undefined && signal?.aborted) {
		throw new ServiceError({ ...cancelledFailure, notSent: true });
	}
	return slot;
}

/**
 * Sends a message as soon as the limits allow it, and retries if {@link mayRetry}. Retry-After
 * pauses all requests to the tenant.
 *
 * @param limits shared by all requests to the tenant; by default, the message has its own
 * @returns a response of any status
 * @throws ServiceError if there is no response, or if nothing was sent
 */
export async function send(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	limits = newTenantLimits(),
): Promise<HttpResponse> {
	const { signal, time = new ExecutionTime() } = options;
	const attempt = async (slot: Slot): Promise<AttemptOutcome> => {
		const outcome = await time.during(
			'response',
			async () => await sendOnce(context, message, options),
		);
		slot.release(effectOnLimits(outcome));
		return outcome;
	};
	const pauseAfter = async (failure: AttemptOutcome, retries: number): Promise<void> => {
		const pause = pauseBefore(retryAfterOf(failure), retries);
		context.logger.debug(`Sending the request again in ${Math.round(pause)} ms`);
		const reason = isBusy(failure) ? 'limit' : 'retry';
		await time.during(reason, async () => await wait(pause, signal));
	};
	time.requests += 1;
	const firstSlot = await takeSlot(options, limits);
	if (!firstSlot) throw unavailable(limits);
	let outcome = await attempt(firstSlot);
	let retry: Retry | undefined;
	for (let retries = 0; retries < options.maxRetries && mayRetry(message, outcome); retries++) {
		retry = limits.retries.take(isTimeout(outcome));
		if (!retry) return responseOf(withRetriesUsedUp(outcome));
		time.retries += 1;
		await pauseAfter(outcome, retries);
		const slot = await takeSlot(options, limits);
		// The failure of this request explains more than that the service is unavailable.
		if (!slot) return responseOf(outcome);
		outcome = await attempt(slot);
	}
	if (isAnswer(outcome)) (retry ?? limits.retries).succeeded();
	return responseOf(outcome);
}

/** @throws the NetworkError of an attempt without a response */
function responseOf(outcome: AttemptOutcome): HttpResponse {
	if (outcome instanceof NetworkError) throw outcome;
	return outcome;
}

function withRetriesUsedUp(outcome: AttemptOutcome): AttemptOutcome {
	if (!(outcome instanceof NetworkError)) return { ...outcome, retriesUsedUp: true };
	return new NetworkError({ ...outcome.details, retriesUsedUp: true });
}

function unavailable({ concurrency }: TenantLimits): ServiceError {
	return new ServiceError({
		message: "The request wasn't sent because the service accepts no requests at the moment",
		description: 'Nothing was changed. Run the workflow again later.',
		errorCode: 'rate-limited',
		httpStatus: 429,
		retryAfterSeconds: Math.ceil(concurrency.retryAfter / 1000),
		notSent: true,
	});
}
