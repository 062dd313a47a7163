import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultScopePrefix, tokenPath } from '../../src/api/authorizationServer';
import { operations } from '../../src/api/operations';
import type { Payload } from './errorAnswers';
import { ServiceError } from './errorAnswers';
import { pause } from './eventStreams';
import type { Fault, Faults } from './faults';
import { answersInstead, corrupt } from './faults';
import type { Caller } from './operations/handler';
import type { LoggedTokenRequest, RequestLog } from './requestLog';
import { cutConnection, sendPayload } from './sending';

/** Where a person signs in, below the authorization server's address; the spec shows no path. */
export const signInPath = '/connect/authorize';

/** The clients and the tenant that the authorization server knows. */
export interface Registration {
	tenantId: string;
	/** Further tenants that the client has access to. */
	connectedTenantIds: readonly string[];
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
	number: number;
	caller: Caller;
	tenantId: string;
	scopes: string[];
	/** Milliseconds since 1970. */
	expiresAt: number;
}

interface IssuedCode {
	redirectUri: string;
	challenge: string;
	scope: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
}

class OAuthError extends Error {
	constructor(
		readonly error: string,
		text: string,
		readonly status = 400,
	) {
		super(text);
	}
}

/** Issues and checks tokens (spec 5), and lets the one interactive user sign in with PKCE. */
export class AuthorizationServer {
	/** How long new tokens live. */
	tokenLifetimeSeconds: number;

	private readonly scopes = new Set(
		Object.values(operations).map((row) => defaultScopePrefix + row.scope),
	);

	private readonly tokens = new Map<string, IssuedToken>();

	private readonly codes = new Map<string, IssuedCode>();

	/** Scope granted with each refresh token. */
	private readonly refreshTokens = new Map<string, string>();

	private issued = 0;

	constructor(
		readonly registration: Registration,
		tokenLifetimeSeconds: number,
	) {
		this.tokenLifetimeSeconds = tokenLifetimeSeconds;
	}

	/** Every scope of the service, separated by spaces. */
	get allScopes(): string {
		return [...this.scopes].join(' ');
	}

	/** A token for the API client with this one scope. */
	issueClientToken(scope: string, tenantId = this.registration.tenantId): TokenAnswer {
		return this.issue({ kind: 'client', id: this.registration.clientId }, scope, tenantId);
	}

	/** A token and a refresh token for the interactive user. */
	issueUserToken(scope: string): TokenAnswer {
		const refreshToken = randomBytes(24).toString('base64url');
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
	 * The caller behind an `Authorization` header.
	 *
	 * @param scope the scope that the operation wants, with its prefix
	 * @throws ServiceError 401 for a missing, unknown or expired token, 403 for another scope
	 */
	authorize(
		header: string | undefined,
		scope: string,
	): Pick<IssuedToken, 'caller' | 'number' | 'tenantId'> {
		const token = this.tokens.get(/^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '');
		if (!token || token.expiresAt <= Date.now()) {
			const reason = header ? ', error="invalid_token"' : '';
			throw new ServiceError(401, 'unauthorized', 'The access token is missing or not valid', {
				'www-authenticate': `Bearer realm="integration-service"${reason}`,
			});
		}
		// A client's token carries one scope; a person may have agreed to several.
		const granted = token.caller.kind === 'user' ? token.scopes : [token.scopes.join(' ')];
		if (!granted.includes(scope)) {
			throw new ServiceError(403, 'insufficient-scope', `The token lacks the scope ${scope}`, {
				'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
			});
		}
		return token;
	}

	/** Adds the token and sign-in endpoints below a path. */
	register(
		server: FastifyInstance,
		path: string,
		context: { faults: Faults; log: RequestLog; closing: AbortSignal },
	): void {
		server.post(path + tokenPath, async (request, reply) => {
			return await this.serveToken(request, reply, context);
		});
		server.get(path + signInPath, async (request, reply) => {
			return await this.serveSignIn(request, reply);
		});
	}

	private issue(caller: Caller, scope: string, tenantId = this.registration.tenantId): TokenAnswer {
		const now = Date.now();
		if (this.tokens.size >= 10_000) {
			for (const [token, { expiresAt }] of this.tokens) {
				if (expiresAt <= now) this.tokens.delete(token);
			}
		}
		this.issued += 1;
		const accessToken = randomBytes(24).toString('base64url');
		this.tokens.set(accessToken, {
			number: this.issued,
			caller,
			tenantId,
			scopes: scope.split(' '),
			expiresAt: now + this.tokenLifetimeSeconds * 1000,
		});
		return {
			access_token: accessToken,
			token_type: 'Bearer',
			expires_in: this.tokenLifetimeSeconds,
			scope,
		};
	}

	private async serveToken(
		request: FastifyRequest,
		reply: FastifyReply,
		{ faults, log, closing }: { faults: Faults; log: RequestLog; closing: AbortSignal },
	): Promise<FastifyReply> {
		const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
		const basic = basicCredentials(request.headers.authorization);
		const entry = log.beginToken({
			grantType: form.get('grant_type') ?? undefined,
			scope: form.get('scope') ?? undefined,
			clientId: form.get('client_id') ?? basic?.id,
			tenantId: form.get('tenant_id') ?? undefined,
		});
		const injected = faults.match({
			operation: 'token',
			method: 'POST',
			path: request.url,
			query: {},
			body: { grantType: entry.grantType, scope: entry.scope, clientId: entry.clientId },
		});
		const fault: Fault = injected?.fault ?? {};
		if (fault.delayMs) await pause(fault.delayMs, closing);
		if (closing.aborted) return cutConnection(reply);
		const instead = answersInstead(fault);
		const answer =
			instead && !fault.afterProcessing
				? undefined
				: this.tokenAnswer(form, basic, request.headers.authorization !== undefined, entry);
		if (fault.reset === 'beforeResponse') return cutConnection(reply);
		const payload =
			instead || !answer
				? oauthPayload(fault.status ?? (fault.retryAfter === undefined ? 500 : 429), {
						error: fault.errorCode ?? 'server_error',
						error_description: 'A fault on demand',
					})
				: answer;
		entry.status = payload.status;
		return await sendPayload(reply, corrupt(payload, fault), fault.reset === 'midBody');
	}

	private tokenAnswer(
		form: URLSearchParams,
		basic: { id: string; secret: string } | undefined,
		hasHeader: boolean,
		entry: LoggedTokenRequest,
	): Payload {
		try {
			if (form.size === 0) {
				throw new OAuthError('invalid_request', 'A form-urlencoded body is needed');
			}
			for (const name of form.keys()) {
				if (form.getAll(name).length > 1) {
					throw new OAuthError('invalid_request', `${name} is given more than once`);
				}
			}
			return oauthPayload(200, this.grant(form, basic, hasHeader));
		} catch (error) {
			const refusal =
				error instanceof OAuthError ? error : new OAuthError('server_error', String(error), 500);
			entry.error = refusal.error;
			return oauthPayload(refusal.status, {
				error: refusal.error,
				error_description: refusal.message,
			});
		}
	}

	private grant(
		form: URLSearchParams,
		basic: { id: string; secret: string } | undefined,
		hasHeader: boolean,
	): TokenAnswer {
		switch (form.get('grant_type')) {
			case 'client_credentials':
				if (hasHeader) {
					throw new OAuthError('invalid_request', 'Client credentials belong in the body');
				}
				return this.grantToClient(form);
			case 'authorization_code':
				return this.grantToUser(form, basic);
			case 'refresh_token':
				return this.renew(form, basic);
			case null:
				throw new OAuthError('invalid_request', 'grant_type is missing');
			default:
				throw new OAuthError('unsupported_grant_type', 'This grant type is not offered');
		}
	}

	private grantToClient(form: URLSearchParams): TokenAnswer {
		const names = ['grant_type', 'scope', 'client_id', 'client_secret', 'tenant_id'];
		const unexpected = [...form.keys()].find((name) => !names.includes(name));
		if (unexpected) throw new OAuthError('invalid_request', `${unexpected} is not expected`);
		const missing = names.find((name) => !form.get(name));
		if (missing) {
			throw new OAuthError(
				missing === 'scope' ? 'invalid_scope' : 'invalid_request',
				`${missing} is missing`,
			);
		}
		const { clientId, clientSecret } = this.registration;
		if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) {
			throw new OAuthError('invalid_client', 'Unknown client or wrong secret', 401);
		}
		const tenantId = form.get('tenant_id') ?? '';
		if (!this.hasAccessTo(tenantId)) {
			throw new OAuthError('invalid_request', 'The client has no access to this tenant');
		}
		const scope = form.get('scope') ?? '';
		if (!this.scopes.has(scope)) throw new OAuthError('invalid_scope', 'Unknown scope');
		return this.issueClientToken(scope, tenantId);
	}

	private hasAccessTo(tenantId: string): boolean {
		const { tenantId: own, connectedTenantIds } = this.registration;
		return tenantId === own || connectedTenantIds.includes(tenantId);
	}

	private checkUserClient(
		form: URLSearchParams,
		basic: { id: string; secret: string } | undefined,
	): void {
		const { userClientId, userClientSecret } = this.registration;
		const id = basic?.id ?? form.get('client_id');
		const secret = basic?.secret ?? form.get('client_secret');
		if (id !== userClientId || secret !== userClientSecret) {
			throw new OAuthError('invalid_client', 'Unknown client or wrong secret', 401);
		}
	}

	private grantToUser(
		form: URLSearchParams,
		basic: { id: string; secret: string } | undefined,
	): TokenAnswer {
		this.checkUserClient(form, basic);
		const code = form.get('code') ?? '';
		const issued = this.codes.get(code);
		this.codes.delete(code);
		const verifier = form.get('code_verifier') ?? '';
		const challenge = createHash('sha256').update(verifier).digest('base64url');
		if (!issued || issued.expiresAt <= Date.now()) {
			throw new OAuthError('invalid_grant', 'The code is unknown, used or too old');
		}
		if (issued.redirectUri !== form.get('redirect_uri')) {
			throw new OAuthError('invalid_grant', 'redirect_uri is not the one of the sign-in');
		}
		if (issued.challenge !== challenge) {
			throw new OAuthError('invalid_grant', 'code_verifier does not fit the code_challenge');
		}
		return this.issueUserToken(issued.scope);
	}

	private renew(
		form: URLSearchParams,
		basic: { id: string; secret: string } | undefined,
	): TokenAnswer {
		this.checkUserClient(form, basic);
		const refreshToken = form.get('refresh_token') ?? '';
		const scope = this.refreshTokens.get(refreshToken);
		if (scope === undefined) throw new OAuthError('invalid_grant', 'Unknown refresh token');
		return {
			...this.issue({ kind: 'user', id: this.registration.userId }, scope),
			refresh_token: refreshToken,
		};
	}

	private async serveSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const query = new URL(request.url, 'http://localhost').searchParams;
		const redirectUri = query.get('redirect_uri') ?? '';
		if (query.get('client_id') !== this.registration.userClientId || !URL.canParse(redirectUri)) {
			return await reply
				.code(400)
				.type('text/plain; charset=utf-8')
				.send('Unknown client_id, or no valid redirect_uri');
		}
		const target = new URL(redirectUri);
		const state = query.get('state');
		if (state !== null) target.searchParams.set('state', state);
		const refusal = this.signInRefusal(query);
		if (refusal) {
			target.searchParams.set('error', refusal.error);
			target.searchParams.set('error_description', refusal.message);
		} else {
			const code = randomBytes(24).toString('base64url');
			this.codes.set(code, {
				redirectUri,
				challenge: query.get('code_challenge') ?? '',
				scope: query.get('scope') || this.allScopes,
				expiresAt: Date.now() + 60_000,
			});
			target.searchParams.set('code', code);
		}
		return await reply.redirect(target.href);
	}

	private signInRefusal(query: URLSearchParams): OAuthError | undefined {
		if (query.get('response_type') !== 'code') {
			return new OAuthError('unsupported_response_type', 'response_type must be code');
		}
		if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge')) {
			return new OAuthError('invalid_request', 'PKCE with S256 is needed');
		}
		const known = new Set([...this.scopes, 'openid', 'offline_access', '']);
		const scopes = (query.get('scope') ?? '').split(' ');
		if (!scopes.every((scope) => known.has(scope))) {
			return new OAuthError('invalid_scope', 'Unknown scope');
		}
		const tenantId = query.get('tenant_id');
		if (tenantId !== null && tenantId !== this.registration.tenantId) {
			return new OAuthError('invalid_request', 'The client has no access to this tenant');
		}
		return undefined;
	}
}

function oauthPayload(status: number, body: object): Payload {
	return {
		status,
		contentType: 'application/json; charset=utf-8',
		headers: { 'cache-control': 'no-store' },
		body: JSON.stringify(body),
	};
}

function basicCredentials(header: string | undefined): { id: string; secret: string } | undefined {
	const encoded = /^Basic (\S+)$/i.exec(header ?? '')?.[1];
	if (!encoded) return undefined;
	const text = Buffer.from(encoded, 'base64').toString('utf8');
	const colon = text.indexOf(':');
	if (colon < 0) return undefined;
	return {
		id: text.slice(0, colon),
		secret: text.slice(colon + 1),
	};
}
