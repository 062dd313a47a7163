import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultScopePrefix, tokenPath } from '../../src/api/authorizationServer';
import { limits } from '../../src/api/limits';
import { operations } from '../../src/api/operations';
import { corrupt, type Faults, underFault } from './faults';
import type { Caller } from './operations/handler';
import type { RequestLog } from './requestLog';
import { cutConnection, jsonPayload, type Payload, sendPayload, ServiceError } from './responses';

/** Where a person signs in, below the authorization server's address; the spec shows no path. */
export const signInPath = '/connect/authorize';

/** The clients and the tenants that the authorization server knows. */
export interface Registration {
	/** The first one is the credential's, the others are connected to it. */
	tenantIds: readonly string[];
	clientId: string;
	clientSecret: string;
	userClientId: string;
	userClientSecret: string;
	/** The person who signs in without being asked. */
	userId: string;
}

/** A token answer as OAuth writes it; n8n stores it as `oauthTokenData`. */
export interface TokenAnswer {
	access_token: string;
	token_type: 'Bearer';
	/** Seconds. */
	expires_in: number;
	scope: string;
	refresh_token?: string;
}

interface IssuedToken {
	caller: Caller;
	tenantId: string;
	scope: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
}

/** What of the sandbox concerns token requests. */
interface Context {
	faults: Faults;
	log: RequestLog;
	closing: AbortSignal;
}

class OAuthError extends Error {
	constructor(
		readonly error: string,
		text: string,
		readonly status = error === 'invalid_client' ? 401 : 400,
	) {
		super(text);
	}
}

function asOAuthError(error: unknown): OAuthError {
	return error instanceof OAuthError ? error : new OAuthError('server_error', String(error), 500);
}

function refuseIf(applies: boolean, error: string, text: string): void {
	if (applies) throw new OAuthError(error, text);
}

/** Issues and checks tokens (spec 5), and lets the one interactive user sign in with PKCE. */
export class AuthorizationServer {
	private readonly scopes = new Set(
		Object.values(operations).map((row) => defaultScopePrefix + row.scope),
	);

	private readonly tokens = new Map<string, IssuedToken>();

	/** The scope that a person agreed to, and the challenge of PKCE, by the code of a sign-in. */
	private readonly codes = new Map<string, { scope: string; challenge: string | null }>();

	/** Scope granted with each refresh token. */
	private readonly refreshTokens = new Map<string, string>();

	constructor(readonly registration: Registration) {}

	/** Every scope of the service, separated by spaces. */
	get allScopes(): string {
		return [...this.scopes].join(' ');
	}

	/** A token for the API client with this one scope. */
	issueClientToken(scope: string, tenantId?: string): TokenAnswer {
		return this.issue({ kind: 'client', id: this.registration.clientId }, scope, tenantId);
	}

	/** A token and a refresh token for the interactive user. */
	issueUserToken(scope: string): TokenAnswer {
		const refreshToken = newSecret();
		this.refreshTokens.set(refreshToken, scope);
		return {
			...this.issue({ kind: 'user', id: this.registration.userId }, scope),
			refresh_token: refreshToken,
		};
	}

	/** Makes every token issued so far useless, as if its time had run out. */
	expireTokens(): void {
		for (const token of this.tokens.values()) token.expiresAt = 0;
	}

	/**
	 * The token of an `Authorization` header.
	 *
	 * @param scope the scope that the operation wants, with its prefix
	 * @throws ServiceError 401 for a missing, unknown or expired token, 403 for another scope
	 */
	authorize(header: string | undefined, scope: string): IssuedToken {
		const token = this.tokens.get(/^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '');
		if (!token || token.expiresAt <= Date.now()) {
			const reason = header ? ', error="invalid_token"' : '';
			throw new ServiceError(401, 'unauthorized', 'The access token is missing or not valid', {
				'www-authenticate': `Bearer realm="integration-service"${reason}`,
			});
		}
		// A client's token has one scope; a person may have agreed to several.
		const granted = token.caller.kind === 'user' ? token.scope.split(' ') : [token.scope];
		if (!granted.includes(scope)) {
			throw new ServiceError(403, 'insufficient-scope', `The token lacks the scope ${scope}`, {
				'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
			});
		}
		return token;
	}

	/** Adds the token and sign-in endpoints below a path. */
	register(server: FastifyInstance, path: string, context: Context): void {
		server.post(path + tokenPath, async (request, reply) => {
			return await this.serveToken(request, reply, context);
		});
		server.get(path + signInPath, async (request, reply) => {
			return await this.serveSignIn(request, reply);
		});
	}

	private issue(
		caller: Caller,
		scope: string,
		tenantId = this.registration.tenantIds[0] ?? '',
	): TokenAnswer {
		const accessToken = newSecret();
		const expiresAt = Date.now() + limits.accessTokenSeconds * 1000;
		this.tokens.set(accessToken, { caller, tenantId, scope, expiresAt });
		return {
			access_token: accessToken,
			token_type: 'Bearer',
			expires_in: limits.accessTokenSeconds,
			scope,
		};
	}

	private async serveToken(
		request: FastifyRequest,
		reply: FastifyReply,
		{ faults, log, closing }: Context,
	): Promise<FastifyReply> {
		const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
		const { authorization } = request.headers;
		const body = { scope: form.get('scope') };
		log.tokenRequests.push(body);
		const fault = faults.match({ operation: 'token', path: request.url, query: {}, body });
		const answer = await underFault(
			fault,
			closing,
			() => {
				try {
					return oauthPayload(200, this.grant(form, authorization));
				} catch (error) {
					return errorPayload(asOAuthError(error));
				}
			},
			() => {
				const status = fault.status ?? (fault.retryAfter === undefined ? 500 : 429);
				const code = fault.errorCode ?? 'server_error';
				return errorPayload(new OAuthError(code, 'A fault on demand', status));
			},
		);
		if (!answer) return cutConnection(reply);
		return await sendPayload(reply, corrupt(answer, fault));
	}

	private grant(form: URLSearchParams, header: string | undefined): TokenAnswer {
		const names = [...form.keys()];
		const type = form.get('grant_type');
		const isClient = type === 'client_credentials';
		refuseIf(new Set(names).size < names.length, 'invalid_request', 'A field is repeated');
		refuseIf(!type, 'invalid_request', 'grant_type is missing');
		if (isClient) {
			refuseIf(header !== undefined, 'invalid_request', 'Client credentials belong in the body');
			return this.grantToClient(form);
		}
		const { userClientId, userClientSecret } = this.registration;
		const basic = Buffer.from(`${userClientId}:${userClientSecret}`).toString('base64');
		const isOffered = type === 'authorization_code' || type === 'refresh_token';
		// n8n 2.0 has the client of a person in the header.
		const isKnown =
			header === `Basic ${basic}` ||
			(form.get('client_id') === userClientId && form.get('client_secret') === userClientSecret);
		refuseIf(!isOffered, 'unsupported_grant_type', 'This grant type is not offered');
		refuseIf(!isKnown, 'invalid_client', 'Unknown client or wrong secret');
		return type === 'refresh_token' ? this.renew(form) : this.grantToUser(form);
	}

	private grantToClient(form: URLSearchParams): TokenAnswer {
		const names = ['grant_type', 'scope', 'client_id', 'client_secret', 'tenant_id'];
		const unexpected = [...form.keys()].find((name) => !names.includes(name));
		const missing = names.find((name) => name !== 'scope' && !form.get(name));
		const { clientId, clientSecret, tenantIds } = this.registration;
		const isClient =
			form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
		const tenantId = form.get('tenant_id') ?? '';
		const scope = form.get('scope') ?? '';
		refuseIf(unexpected !== undefined, 'invalid_request', `${unexpected} is not expected`);
		refuseIf(missing !== undefined, 'invalid_request', `${missing} is missing`);
		refuseIf(!isClient, 'invalid_client', 'Unknown client or wrong secret');
		refuseIf(!tenantIds.includes(tenantId), 'invalid_request', 'No access to this tenant');
		refuseIf(!this.scopes.has(scope), 'invalid_scope', 'Unknown scope');
		return this.issueClientToken(scope, tenantId);
	}

	private grantToUser(form: URLSearchParams): TokenAnswer {
		const code = form.get('code') ?? '';
		const issued = this.codes.get(code);
		this.codes.delete(code);
		if (!issued) throw new OAuthError('invalid_grant', 'The code is unknown or used');
		const challenge = createHash('sha256')
			.update(form.get('code_verifier') ?? '')
			.digest('base64url');
		refuseIf(issued.challenge !== challenge, 'invalid_grant', 'code_verifier does not fit');
		return this.issueUserToken(issued.scope);
	}

	private renew(form: URLSearchParams): TokenAnswer {
		const refreshToken = form.get('refresh_token') ?? '';
		const scope = this.refreshTokens.get(refreshToken);
		if (scope === undefined) throw new OAuthError('invalid_grant', 'Unknown refresh token');
		// It is good for once, as strict servers have it.
		this.refreshTokens.delete(refreshToken);
		return this.issueUserToken(scope);
	}

	private async serveSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const query = new URL(request.url, 'http://localhost').searchParams;
		const redirectUri = query.get('redirect_uri') ?? '';
		if (query.get('client_id') !== this.registration.userClientId || !URL.canParse(redirectUri)) {
			return await reply.code(400).send('Unknown client_id, or no valid redirect_uri');
		}
		const code = newSecret();
		const scope = query.get('scope') || this.allScopes;
		this.codes.set(code, { scope, challenge: query.get('code_challenge') });
		const target = new URL(redirectUri);
		target.searchParams.set('code', code);
		target.searchParams.set('state', query.get('state') ?? '');
		return await reply.redirect(target.href);
	}
}

function newSecret(): string {
	return randomBytes(24).toString('base64url');
}

function oauthPayload(status: number, body: object): Payload {
	return jsonPayload(status, body, { 'cache-control': 'no-store' });
}

function errorPayload({ status, error, message }: OAuthError): Payload {
	return oauthPayload(status, { error, error_description: message });
}
