import {
	onlyReads,
	type OperationId,
	type OperationRow,
	operationRow,
} from '../service/operations';
import { defaultScopePrefix } from '../service/limits';
import { errorCodes } from '../service/errorCodes';
import {
	type Authorization,
	clientAuthorization,
	type ClientCredential,
	userAuthorization,
	type UserCredential,
} from './authorization';
import { readErrorResponse } from './errorResponse';
import { cancelledFailure } from './networkFailure';
import { buildPath } from './path';
import { readText } from './readText';
import { type HttpAnswer, type RequestContext, send, type SendOptions } from './send';
import { InputError, ServiceError } from './serviceError';
import { untilCancelled } from './wait';

/** Which credential a node uses, as stored in its `authentication` parameter. */
export type Authentication = 'clientCredentials' | 'user';

export const credentialTypes: Readonly<Record<Authentication, string>> = {
	clientCredentials: 'integrationServiceOAuth2Api',
	user: 'integrationServiceUserOAuth2Api',
};

/** What an operation sends. */
export interface ServiceRequest {
	/** Values of the path parameters. */
	readonly path?: Readonly<Record<string, string | number>>;
	/** Query parameters; undefined and empty ones are left out. */
	readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
	readonly body?: unknown;
}

export interface ServiceAnswer {
	readonly statusCode: number;
	/** The parsed body; undefined where there is none. */
	readonly body: unknown;
}

/** The service as one execution of a node sees it: one credential read, then requests. */
export class ServiceClient {
	private constructor(
		private readonly context: RequestContext,
		private readonly baseUrl: string,
		private readonly authorization: Authorization,
		private readonly options: SendOptions,
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
			return new ServiceClient(
				context,
				webAddress(context, 'Base URL', credential.baseUrl),
				userAuthorization(context, credential, type),
				options,
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
		);
	}

	/**
	 * Sends one request and reads its answer.
	 *
	 * @param id the operation, as the catalogue names it
	 * @param request path, query and body
	 * @throws InputError where the request is not possible, before anything is sent
	 * @throws ServiceError where the service or the network does not fulfil it
	 */
	async request(id: OperationId, request: ServiceRequest = {}): Promise<ServiceAnswer> {
		const row = operationRow(id);
		const answer = await this.exchange(row, request, 'text');
		const text = String(answer.body ?? '');
		const { statusCode } = answer;
		if (statusCode < 200 || statusCode >= 300) throw this.refusal(answer, text);
		if (text.trim() === '') {
			if (row.bodiless || statusCode === 204) return { statusCode, body: undefined };
			throw this.unreadable(statusCode, 'The service answered without a body');
		}
		try {
			return { statusCode, body: JSON.parse(text) as unknown };
		} catch {
			if (row.bodiless) return { statusCode, body: undefined };
		}
		throw this.unreadable(
			statusCode,
			/^\s*</.test(text)
				? 'The service answered with a web page instead of data'
				: 'The answer of the service is cut off or is not JSON',
		);
	}

	/**
	 * Sends one request whose answer is a stream of events.
	 *
	 * @param id the operation, as the catalogue names it
	 * @param request path, query and body
	 * @returns the open stream; whoever takes it must read it to its end or close it
	 * @throws as {@link request}
	 */
	async open(id: OperationId, request: ServiceRequest): Promise<HttpAnswer> {
		const answer = await this.exchange(operationRow(id), request, 'stream');
		if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
		throw this.refusal(answer, await readText(answer, errorBodyBytes, this.options.timeout));
	}

	private async exchange(
		row: OperationRow,
		request: ServiceRequest,
		encoding: 'text' | 'stream',
	): Promise<HttpAnswer> {
		const node = this.context.getNode();
		if (row.interactiveUser && !this.authorization.interactiveUser) {
			const code = 'api-client-must-be-a-user';
			throw new InputError(node, errorCodes[code].message, errorCodes[code].description, code);
		}
		const url = `${this.baseUrl}${buildPath(node, row.path, request.path ?? {})}${queryText(request.query)}`;
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
		const answer = await exchangeWith(token);
		if (answer.statusCode !== 401) return answer;
		answer.close();
		return await exchangeWith(await this.token(row.scope, token));
	}

	private async token(scope: string, rejected?: string): Promise<string> {
		const asking = this.authorization.token(scope, rejected);
		const token = await untilCancelled(asking, this.options.signal);
		if (token === undefined) {
			asking.catch(() => {});
			throw new ServiceError(this.context.getNode(), cancelledFailure);
		}
		return token;
	}

	private refusal(answer: HttpAnswer, text: string): ServiceError {
		const contentType = String(answer.headers['content-type'] ?? '');
		return new ServiceError(
			this.context.getNode(),
			readErrorResponse({ statusCode: answer.statusCode, contentType, text }),
		);
	}

	private unreadable(statusCode: number, message: string): ServiceError {
		return new ServiceError(this.context.getNode(), {
			message: `${message} (HTTP ${statusCode})`,
			description:
				'Check Base URL in the credential and any proxy in between. A change that was asked for may have been made.',
			errorCode: 'invalid-response',
			httpStatus: statusCode,
		});
	}
}

/** The most that is read of an error response, in bytes. */
const errorBodyBytes = 100_000;

function queryText(query: ServiceRequest['query'] = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined && value !== '') parameters.set(name, String(value));
	}
	return parameters.size > 0 ? `?${parameters.toString()}` : '';
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
