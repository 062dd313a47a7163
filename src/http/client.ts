/**
 * The way of a request: the client checks it, fills in path, query, and body, gets an access token, and
 * sends it within the limits of the tenant (`request.ts`). It turns what comes back into a record, a
 * stream, or a ServiceError without secrets.
 */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { isErrorCode } from '../api/errorCodes';
import type { FieldNames } from '../api/fieldNames';
import { hashText } from '../values/fingerprint';
import type { OperationRow } from '../api/operationRow';
import { onlyReads, type Operation, operationRow, type PathValues } from '../api/operations';
import { toRecord } from '../values/jsonObject';
import type { Authorization } from './auth/credential';
import { errorInSuccess, isWebPage } from './errorBody';
import { readErrorResponse } from './errorResponse';
import { parseIfJson, parseResponse, writeJson } from '../values/json';
import { fillPath } from './path';
import {
	eventStreamType,
	type HttpResponse,
	type RequestContext,
	send,
	type SendOptions,
} from './request';
import { isOutcomeUnknown } from './retries';
import type { ConcurrencyLimit } from './limits/concurrencyLimit';
import type { ExecutionTokens } from './auth/executionTokens';

export type QueryValue = string | number | boolean;

/** What an operation sends. */
export interface ServiceRequest {
	/** Required if the operation has path parameters. */
	readonly path?: PathValues;
	/** A list repeats its name. Undefined and empty parameters aren't sent. */
	readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
	/** Headers besides those that every request has. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: object;
	/** Whether the response is a list. */
	readonly isList?: true;
	/** Cancels the request, in addition to n8n's own signal. */
	readonly signal?: AbortSignal;
	/** What a preview states besides the request, for example the reason for it. */
	readonly preview?: IDataObject;
}

/** A request whose response is a stream of events, and what to do if it isn't one. */
type StreamRequest = ServiceRequest & { readonly ifNoStream: string };

export interface ServiceResponse {
	readonly statusCode: number;
	/** The parsed body; undefined if there is none. */
	readonly body: unknown;
	/** The body as one record. */
	readonly record: IDataObject;
}

/** How much of a response that isn't an event stream is kept. */
const keptCharacters = 10_000;

/** What to do after a change that the service may have made. */
const checkChange = 'Check whether the change was made before you repeat it.';

const jsonType = 'application/json';

/** Thrown in place of a request that would change something, if the client only reads. */
export class PlannedRequest extends Error {
	/** @param preview the request, and what its sender states besides */
	constructor(readonly preview: IDataObject) {
		super('The request is not sent');
	}
}

/** What all requests of one execution with the same credential and tenant share. */
export interface Connection {
	readonly baseUrl: string;
	readonly authorization: Authorization;
	readonly tokens: ExecutionTokens;
	/** Shared by all requests to the tenant. */
	readonly limit: ConcurrencyLimit;
	/** What the service calls its fields, as the credential has it. */
	readonly fieldNames: FieldNames;
}

/** The service as one item sees it: a connection, and how its requests are sent. */
export class ServiceClient {
	readonly fieldNames: FieldNames;
	/** Whether the service may have made a change that this client has sent. */
	mayHaveActed = false;

	/** @param options timeout in milliseconds, retries, cancel signal */
	constructor(
		private readonly context: RequestContext,
		readonly connection: Connection,
		private readonly options: SendOptions,
	) {
		this.fieldNames = connection.fieldNames;
	}

	/** Identifies the Base URL and the tenant without a secret: another one has other records. */
	get source(): string {
		const { baseUrl, authorization } = this.connection;
		return hashText(JSON.stringify([baseUrl, authorization.tenant]));
	}

	/**
	 * Sends one request and reads the response.
	 *
	 * @throws InputError if the request isn't possible, before anything is sent
	 * @throws PlannedRequest if the client only reads, and the request would change something
	 * @throws ServiceError if the service or the network doesn't fulfill it
	 */
	async request(operation: Operation, request: ServiceRequest = {}): Promise<ServiceResponse> {
		return await this.noting(operation, async () => {
			const row = operationRow(operation);
			const response = await this.exchange(operation, request);
			const { statusCode } = response;
			const text = String(response.body);
			if (emptyBodies.includes(text.trim())) {
				const isRight = mayBeEmptyList(request, text, statusCode) || mayBeEmpty(row, statusCode);
				if (isRight) return { statusCode, body: undefined, record: {} };
				throw this.unreadable(statusCode, 'an empty response');
			}
			const parsed = parseIfJson(text);
			const code = errorInSuccess(parsed ?? text, row.errorCodes);
			if (code !== undefined) throw this.errorOf(row, response);
			if (parsed === undefined) {
				const isPage = isWebPage(response.contentType, text);
				const found = isPage ? 'a web page instead of data' : 'incomplete or invalid JSON';
				throw this.unreadable(statusCode, found);
			}
			const { secrets } = this.connection.tokens;
			const body = secrets.mayBeIn(text) ? secrets.redactRecord(parsed) : parsed;
			return { statusCode, body, record: toRecord(body) };
		});
	}

	/**
	 * Sends one request whose response is a stream of events.
	 *
	 * @returns the open stream, which the caller reads to its end or closes
	 * @throws as {@link request}
	 */
	async open(
		operation: Operation,
		{ ifNoStream, ...request }: StreamRequest,
	): Promise<HttpResponse> {
		return await this.noting(operation, async () => {
			const response = await this.exchange(operation, request);
			const { contentType, statusCode, body: text } = response;
			if (typeof text !== 'string') return response;
			const error = this.errorOf(operationRow(operation), response);
			if (isErrorCode(error.errorCode)) throw error;
			const found = contentType === '' ? 'no content type' : `"${contentType}"`;
			const message = `The service returned ${found} instead of an event stream`;
			const body = this.redact(text).slice(0, keptCharacters);
			throw ServiceError.invalidResponse(message, ifNoStream, { body }, statusCode);
		});
	}

	/** Notes whether the service may have made a change, also in the error. */
	private async noting<Result>(operation: Operation, work: () => Promise<Result>) {
		const changes = !onlyReads(operationRow(operation)) && !this.options.readsOnly;
		const result = await work().catch((error: unknown) => {
			if (!changes || !isOutcomeUnknown(error)) throw error;
			this.mayHaveActed = true;
			throw error instanceof ServiceError ? error.adding(checkChange) : error;
		});
		this.mayHaveActed ||= changes;
		return result;
	}

	/** Redacts the secrets that a service may repeat, in every string of a value. */
	redact<Value>(value: Value): Value {
		return this.connection.tokens.secrets.redact(value) as Value;
	}

	/** As {@link redact}, of a text of which more follows; its end is apart if a secret may begin there. */
	redactBeginning(text: string): readonly [redacted: string, open: string] {
		return this.connection.tokens.secrets.redactBeginning(text);
	}

	/** @throws as {@link request} */
	private async exchange(operation: Operation, request: ServiceRequest): Promise<HttpResponse> {
		const { baseUrl, tokens, limit } = this.connection;
		const row = operationRow(operation);
		const { method, scope } = row;
		const changes = !onlyReads(row);
		const path = `${fillPath(operation, request.path)}${queryText(request.query)}`;
		const url = `${baseUrl}${path}`;
		const json = request.body && writeJson(request.body);
		if (this.options.readsOnly && changes) {
			const body = json && { body: parseResponse(json) as IDataObject };
			throw new PlannedRequest({ request: { method, path, ...body }, ...request.preview });
		}
		const headers = {
			...request.headers,
			Accept: row.streams ? eventStreamType : jsonType,
			...(json && { 'Content-Type': jsonType }),
		};
		const toError = (response: HttpResponse) => this.errorOf(row, response);
		const message = { method, url, headers, body: json, streams: row.streams, changes, toError };
		const options = { ...this.options, signal: anySignal(this.options.signal, request.signal) };
		return await tokens.use(
			scope,
			async (token) => await send(this.context, { ...message, token }, options, limit),
		);
	}

	private errorOf({ remedies, scope }: OperationRow, response: HttpResponse): ServiceError {
		const scopeRemedy = this.connection.authorization.scopeRemedy(scope);
		const details = readErrorResponse({
			...response,
			text: this.redact(String(response.body)),
			remedies: { 403: scopeRemedy, ...remedies },
		});
		// JSON may escape characters of a secret, such as "\/" for a slash.
		return new ServiceError(this.redact(details));
	}

	private unreadable(statusCode: number, found: string): ServiceError {
		const remedy =
			"Check 'Base URL' in the credential. If a proxy or a sign-in page protects this URL, ask your administrator to let the requests of n8n through.";
		const message = `The service returned ${found} (HTTP ${statusCode})`;
		return ServiceError.invalidResponse(message, remedy, {}, statusCode);
	}
}

/** Some services write a body that is null as JSON. */
const emptyBodies: readonly string[] = ['', 'null'];

/** Some services write an empty list as null, or respond to it with No Content. */
function mayBeEmptyList({ isList }: ServiceRequest, text: string, statusCode: number): boolean {
	return isList === true && (statusCode === 204 || text.trim() === 'null');
}

/** Whether the specification allows a response without a body, or doesn't show it. */
function mayBeEmpty({ bodiless, success }: OperationRow, statusCode: number): boolean {
	return bodiless === true || (statusCode === 204 && success?.includes(204) !== false);
}

function anySignal(first?: AbortSignal, second?: AbortSignal): AbortSignal | undefined {
	return first && second ? AbortSignal.any([first, second]) : (first ?? second);
}

function queryText(query: ServiceRequest['query'] = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, values] of Object.entries(query)) {
		for (const value of [values].flat()) {
			if (value !== undefined && value !== '') parameters.append(name, String(value));
		}
	}
	return parameters.size > 0 ? `?${parameters.toString()}` : '';
}
