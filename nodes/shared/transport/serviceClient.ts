import { createHash } from 'crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import { InputError, ServiceError } from '../errors';
import { defaultScopePrefix } from '../service/authorization';
import { onlyReads, type OperationId, operationRow, type PathOf } from '../service/operations';
import { asRecord } from '../service/record';
import {
	type Authorization,
	clientAuthorization,
	type ClientCredential,
	userAuthorization,
	type UserCredential,
} from './authorization';
import { readErrorResponse } from './errorResponse';
import { cancelledFailure } from './networkFailure';
import { type CheckedPath, checkPath, fillPath } from './path';
import { readText } from './readText';
import { type HttpResponse, type RequestContext, send, type SendOptions } from './send';
import { untilCancelled } from './wait';

/** Which credential a node uses, as stored in its `authentication` parameter. */
export type Authentication = 'clientCredentials' | 'user';

export const credentialTypes: Readonly<Record<Authentication, string>> = {
	clientCredentials: 'integrationServiceOAuth2Api',
	user: 'integrationServiceUserOAuth2Api',
};

/** What an operation sends. */
export interface ServiceRequest<Id extends OperationId> {
	/** The path parameters, where the operation has any. */
	readonly path?: CheckedPath<Id>;
	/** Query parameters; undefined and empty ones are left out. */
	readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
	readonly body?: object;
}

export interface ServiceResponse {
	readonly statusCode: number;
	/** The parsed body; undefined where there is none. */
	readonly body: unknown;
	/** The body as one record. */
	readonly record: IDataObject;
}

/** The most that is read of an error response, in bytes. */
const errorBodyBytes = 100_000;

function responseOf(statusCode: number, body: unknown): ServiceResponse {
	return { statusCode, body, record: asRecord(body) };
}

/** The service as one execution of a node sees it: one credential read, then requests. */
export class ServiceClient {
	private constructor(
		private readonly context: RequestContext,
		private readonly baseUrl: string,
		private readonly authorization: Authorization,
		private readonly options: SendOptions,
		/** A mark of the Base URL and the tenant: another one has other records. It holds no secret. */
		readonly source: string,
	) {}

	/**
	 * Reads the credential and prepares for requests.
	 *
	 * @param context the node's context
	 * @param authentication which of the two credentials
	 * @param options timeout in milliseconds, retries, cancel signal
	 * @throws InputError where the credential is incomplete
	 */
	static async connect(
		context: RequestContext,
		authentication: Authentication,
		options: SendOptions,
	): Promise<ServiceClient> {
		const type = credentialTypes[authentication];
		if (authentication === 'user') {
			const credential = await context.getCredentials<UserCredential>(type);
			const baseUrl = webAddress(context, 'Base URL', credential.baseUrl);
			return new ServiceClient(
				context,
				baseUrl,
				userAuthorization(context, credential, type),
				options,
				sourceMark(baseUrl),
			);
		}
		const stored = await context.getCredentials<ClientCredential>(type);
		const credential: ClientCredential = {
			baseUrl: webAddress(context, 'Base URL', stored.baseUrl),
			authServerUrl: webAddress(context, 'Authorization Server URL', stored.authServerUrl),
			tenantId: required(context, 'Tenant ID', stored.tenantId),
			clientId: required(context, 'Client ID', stored.clientId),
			clientSecret: required(context, 'Client Secret', stored.clientSecret),
			scopePrefix: stored.scopePrefix ?? defaultScopePrefix,
		};
		return new ServiceClient(
			context,
			credential.baseUrl,
			clientAuthorization(context, credential, options),
			options,
			sourceMark(credential.baseUrl, credential.tenantId),
		);
	}

	/** The node on whose behalf the requests are sent. */
	get node(): INode {
		return this.context.getNode();
	}

	/**
	 * Checks the path parameters of an operation.
	 *
	 * @param id the operation
	 * @param values what the user or an earlier response gave
	 * @throws InputError naming the parameter and what it must look like
	 */
	path<Id extends OperationId>(
		id: Id,
		values: Readonly<Record<keyof PathOf<Id>, unknown>>,
	): CheckedPath<Id> {
		return checkPath(this.node, id, values);
	}

	/**
	 * Sends one request and reads the response.
	 *
	 * @param id the operation, as the catalogue names it
	 * @param request path, query and body
	 * @throws InputError where the request is not possible, before anything is sent
	 * @throws ServiceError where the service or the network does not fulfil it
	 */
	async request<Id extends OperationId>(
		id: Id,
		request: ServiceRequest<Id> = {},
	): Promise<ServiceResponse> {
		const row = operationRow(id);
		const response = await this.exchange(id, request, 'text');
		const text = String(response.body ?? '');
		const { statusCode } = response;
		if (statusCode < 200 || statusCode >= 300) throw this.refusal(response, text);
		if (text.trim() === '') {
			if (row.bodiless || statusCode === 204) return responseOf(statusCode, undefined);
			throw this.unreadable(statusCode, 'The service answered without a body');
		}
		try {
			return responseOf(statusCode, JSON.parse(text) as unknown);
		} catch {
			if (row.bodiless) return responseOf(statusCode, undefined);
		}
		throw this.unreadable(
			statusCode,
			/^\s*</.test(text)
				? 'The service answered with a web page instead of data'
				: 'The answer of the service is cut off or is not JSON',
		);
	}

	/**
	 * Sends one request whose response is a stream of events.
	 *
	 * @param id the operation, as the catalogue names it
	 * @param request path, query and body
	 * @returns the open stream; whoever takes it must read it to its end or close it
	 * @throws as {@link request}
	 */
	async open<Id extends OperationId>(id: Id, request: ServiceRequest<Id>): Promise<HttpResponse> {
		const response = await this.exchange(id, request, 'stream');
		if (response.statusCode >= 200 && response.statusCode < 300) return response;
		throw this.refusal(response, await readText(response, errorBodyBytes, this.options.timeout));
	}

	private async exchange<Id extends OperationId>(
		id: Id,
		request: ServiceRequest<Id>,
		encoding: 'text' | 'stream',
	): Promise<HttpResponse> {
		const row = operationRow(id);
		if (row.interactiveUser && !this.authorization.interactiveUser) {
			throw InputError.of(this.node, 'api-client-must-be-a-user');
		}
		const url = `${this.baseUrl}${fillPath(id, request.path)}${queryText(request.query)}`;
		const body = request.body === undefined ? undefined : JSON.stringify(request.body);
		const exchangeWith = async (token: string) =>
			await send(
				this.context,
				{
					method: row.method,
					url,
					headers: {
						Accept: row.streams ? 'text/event-stream' : 'application/json',
						Authorization: `Bearer ${token}`,
						...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
					},
					body,
					encoding,
				},
				this.options,
				onlyReads(row),
			);

		const token = await this.token(row.scope);
		const response = await exchangeWith(token);
		if (response.statusCode !== 401) return response;
		response.close();
		return await exchangeWith(await this.token(row.scope, token));
	}

	private async token(scope: string, rejected?: string): Promise<string> {
		const asking = this.authorization.token(scope, rejected);
		const token = await untilCancelled(asking, this.options.signal);
		if (token === undefined) {
			asking.catch(() => {});
			throw new ServiceError(this.node, cancelledFailure);
		}
		return token;
	}

	private refusal(response: HttpResponse, text: string): ServiceError {
		const contentType = String(response.headers['content-type'] ?? '');
		return new ServiceError(
			this.node,
			readErrorResponse({ statusCode: response.statusCode, contentType, text }),
		);
	}

	private unreadable(statusCode: number, message: string): ServiceError {
		return new ServiceError(this.node, {
			message: `${message} (HTTP ${statusCode})`,
			description:
				'Check Base URL in the credential and any proxy in between. A change that was asked for may have been made.',
			errorCode: 'invalid-response',
			httpStatus: statusCode,
		});
	}
}

function queryText(query: ServiceRequest<OperationId>['query'] = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined && value !== '') parameters.set(name, String(value));
	}
	return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

function sourceMark(baseUrl: string, tenantId?: string): string {
	const source = JSON.stringify([baseUrl, tenantId]);
	return createHash('sha256').update(source).digest('base64url').slice(0, 12);
}

function required(context: RequestContext, field: string, value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '') return text;
	throw new InputError(
		context.getNode(),
		`The credential has no ${field}`,
		`Open the credential and fill in ${field}.`,
	);
}

function webAddress(context: RequestContext, field: string, value: unknown): string {
	const text = required(context, field, value).replace(/\/+$/, '');
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return text;
	throw new InputError(
		context.getNode(),
		`${field} of the credential is not a web address`,
		`Open the credential and give ${field} in full, for example "https://service.example.org".`,
	);
}
