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
import { ServiceError } from '../errors';
import { cancelledFailure, type NetworkFailure, readNetworkError } from './networkFailure';
import { wait } from './wait';

/** What a request needs of n8n; node, picker and trigger contexts all have it. */
export interface RequestContext {
	getNode(): INode;
	getCredentials<T extends object = ICredentialDataDecryptedObject>(type: string): Promise<T>;
	readonly helpers: {
		httpRequest(options: IHttpRequestOptions): Promise<unknown>;
		refreshOAuth2Token?(this: IAllExecuteFunctions, type: string): Promise<unknown>;
	};
	readonly logger: IExecuteFunctions['logger'];
}

export interface SendOptions {
	/** Milliseconds a request may take; for a stream, until it begins. */
	readonly timeout: number;
	/** How often a request is sent again where that is safe. */
	readonly maxRetries: number;
	/** n8n's cancel signal. */
	readonly signal?: AbortSignal;
}

export interface HttpMessage {
	readonly method: NonNullable<IHttpRequestOptions['method']>;
	readonly url: string;
	readonly headers: Record<string, string>;
	readonly body?: string;
	readonly encoding: 'text' | 'stream';
}

export interface HttpResponse {
	readonly statusCode: number;
	readonly headers: IDataObject;
	/** Text, or a readable stream where the message asked for one. */
	readonly body: GenericValue;
	/** Ends the connection of a stream. */
	readonly close: () => void;
}

/** The longest time that timers can take; a larger one would end at once. */
const longestTimeoutMilliseconds = 2 ** 31 - 1;

const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 30_000;
/** A Retry-After beyond this is reported instead of waited for. */
const longestRetryAfterSeconds = 120;

async function sendOnce(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
): Promise<HttpResponse | NetworkFailure> {
	const { signal } = options;
	const timeout = Math.min(options.timeout, longestTimeoutMilliseconds);
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
		return {
			statusCode: response.statusCode,
			headers: response.headers,
			body: response.body as GenericValue,
			close,
		};
	} catch (error) {
		const cause = deadline.aborted ? { code: 'ETIMEDOUT' } : error;
		return readNetworkError(cause, message.url, timeout);
	} finally {
		deadline.removeEventListener('abort', close);
	}
}

/**
 * Reads a Retry-After header in either form, seconds or a date.
 *
 * @param value the header
 * @param now milliseconds since 1970
 * @returns seconds to wait, or undefined where there is no usable header
 */
export function readRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value);
	const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

function pauseAfter(attempt: number): number {
	const longest = Math.min(firstPauseMilliseconds * 2 ** attempt, longestPauseMilliseconds);
	// Half fixed, half random, so that parallel items do not come back all at once.
	return longest / 2 + (Math.random() * longest) / 2;
}

/**
 * Sends a message and, where it is safe, sends it again: after 429 and 503 as Retry-After says, and
 * after a network fault only where the message cannot have arrived or may be repeated.
 *
 * @param context the node's context
 * @param message what to send
 * @param options timeout, retries and cancel signal
 * @param repeatable whether the message changes nothing, so that a second one does no harm
 * @returns the response, whatever its status
 * @throws ServiceError where there is no response
 */
export async function send(
	context: RequestContext,
	message: HttpMessage,
	options: SendOptions,
	repeatable: boolean,
): Promise<HttpResponse> {
	for (let attempt = 0; ; attempt++) {
		const last = attempt >= options.maxRetries;
		const outcome = await sendOnce(context, message, options);
		let pause = pauseAfter(attempt);
		if ('passing' in outcome) {
			const mayRepeat = outcome.passing && (outcome.neverArrived || repeatable);
			if (last || !mayRepeat) throw new ServiceError(context.getNode(), outcome);
		} else {
			if (outcome.statusCode !== 429 && outcome.statusCode !== 503) return outcome;
			const retryAfter = readRetryAfter(outcome.headers['retry-after'], Date.now());
			if (last || (retryAfter ?? 0) > longestRetryAfterSeconds) return outcome;
			outcome.close();
			if (retryAfter !== undefined) pause = retryAfter * 1000;
		}
		context.logger.debug(`Sending the request again in ${Math.round(pause)} ms`);
		if (!(await wait(pause, options.signal))) {
			throw new ServiceError(context.getNode(), cancelledFailure);
		}
	}
}
