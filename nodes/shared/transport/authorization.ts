import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import { type Failure, InputError, ServiceError } from '../errors';
import { tokenPath } from '../service/authorization';
import { readErrorResponse } from './errorResponse';
import { type RequestContext, send, type SendOptions } from './send';
import { expiredSignIn, tokenErrorCodes } from './tokenErrorCodes';
import { type GrantedToken, TokenStore } from './tokenStore';

/** What the credential "Integration Service OAuth2 API" holds. */
export interface ClientCredential {
	readonly baseUrl: string;
	readonly authServerUrl: string;
	readonly tenantId: string;
	readonly clientId: string;
	readonly clientSecret: string;
	readonly scopePrefix: string;
}

/** What the credential "Integration Service User OAuth2 API" holds. */
export interface UserCredential {
	readonly baseUrl: string;
	readonly oauthTokenData?: { readonly access_token?: string };
}

/** Where the access token of a request comes from. */
export interface Authorization {
	/**
	 * An access token for a scope.
	 *
	 * @param scope as the catalogue names it, without prefix
	 * @param rejected the token that the service has just refused with 401, to be renewed
	 */
	token(scope: string, rejected?: string): Promise<string>;
	/** Whether the token is that of a signed-in person. */
	readonly interactiveUser: boolean;
}

/** One store for the whole process, so that nodes and executions share their tokens. */
const tokens = new TokenStore();

function parseObject(text: string): IDataObject {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
	} catch {
		return {};
	}
}

function tokenFailure(statusCode: number, contentType: string, text: string): Failure {
	const code = String(parseObject(text).error ?? '');
	const known = Object.hasOwn(tokenErrorCodes, code) ? tokenErrorCodes[code] : undefined;
	if (known) return { ...known, errorCode: code, httpStatus: statusCode };
	const { errorCode } = readErrorResponse({ statusCode, contentType, text });
	// What the server says is left out: it may repeat what it was sent.
	return {
		message: `The authorization server gave no access token (HTTP ${statusCode})`,
		description: 'Check Authorization Server URL in the credential, or try again in a while.',
		errorCode,
		httpStatus: statusCode,
	};
}

async function grantToken(
	context: RequestContext,
	credential: ClientCredential,
	scope: string,
	options: SendOptions,
): Promise<GrantedToken> {
	const response = await send(
		context,
		{
			method: 'POST',
			url: `${credential.authServerUrl}${tokenPath}`,
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/x-www-form-urlencoded',
			},
			body: new URLSearchParams({
				grant_type: 'client_credentials',
				scope,
				client_id: credential.clientId,
				client_secret: credential.clientSecret,
				tenant_id: credential.tenantId,
			}).toString(),
			encoding: 'text',
		},
		// Many may wait for this token, so the cancelling of one execution must not end it.
		{ ...options, signal: undefined },
		true,
	);
	const text = String(response.body ?? '');
	const contentType = String(response.headers['content-type'] ?? '');
	const grant = parseObject(text);
	if (response.statusCode !== 200 || typeof grant.access_token !== 'string') {
		throw new ServiceError(context.getNode(), tokenFailure(response.statusCode, contentType, text));
	}
	const expiresIn = Number(grant.expires_in);
	return {
		accessToken: grant.access_token,
		expiresIn: Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : undefined,
	};
}

/** The authorization server said no, rather than that it could not answer. */
function isRefusal({ httpStatus }: ServiceError): boolean {
	return httpStatus !== null && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429;
}

/**
 * Tokens of the client-credentials grant, one for each scope (spec 5).
 *
 * @param context the node's context
 * @param credential the decrypted credential
 * @param options timeout and retries of the token request
 */
export function clientAuthorization(
	context: RequestContext,
	credential: ClientCredential,
	options: SendOptions,
): Authorization {
	const rejections = new Map<string, ServiceError>();
	return {
		interactiveUser: false,
		async token(scope, rejected) {
			// What was refused stays refused for this execution, so that items do not ask again and again.
			const refusal = rejections.get(scope);
			if (refusal) throw refusal;
			const prefixed = `${credential.scopePrefix}${scope}`;
			// The secret is part of the key, so that knowing a client's ID is not enough to get its token.
			const { authServerUrl, clientId, clientSecret, tenantId } = credential;
			const key = [authServerUrl, clientId, clientSecret, tenantId, prefixed];
			const granting = tokens.get(
				key,
				async () => await grantToken(context, credential, prefixed, options),
				rejected,
			);
			granting.catch((error) => {
				if (error instanceof ServiceError && isRefusal(error)) rejections.set(scope, error);
			});
			return await granting;
		},
	};
}

/**
 * The token of a person who signed in through the credential; n8n keeps and refreshes it.
 *
 * @param context the node's context
 * @param credential the decrypted credential
 * @param credentialType its type, by which n8n refreshes it
 * @throws InputError where nobody has signed in yet
 */
export function userAuthorization(
	context: RequestContext,
	credential: UserCredential,
	credentialType: string,
): Authorization {
	const signedIn = credential.oauthTokenData?.access_token;
	if (!signedIn) {
		throw new InputError(
			context.getNode(),
			'Nobody has signed in with the user credential yet',
			'Open the credential "Integration Service User OAuth2 API" and connect it.',
		);
	}
	let current = signedIn;
	return {
		interactiveUser: true,
		async token(_scope, rejected) {
			if (rejected === undefined || rejected !== current) return current;
			current = await tokens.get(
				['user', rejected],
				async () => await refreshUserToken(context, credentialType),
			);
			return current;
		},
	};
}

async function refreshUserToken(
	context: RequestContext,
	credentialType: string,
): Promise<GrantedToken> {
	const refresh = context.helpers.refreshOAuth2Token;
	let accessToken: unknown;
	try {
		const granted = await refresh?.call(context as unknown as IAllExecuteFunctions, credentialType);
		accessToken = (granted as IDataObject | undefined)?.access_token;
	} catch {
		// What it threw is left behind, as it may carry the refresh token.
		accessToken = undefined;
	}
	if (typeof accessToken === 'string') return { accessToken };
	throw new ServiceError(context.getNode(), {
		...expiredSignIn,
		errorCode: 'invalid_grant',
		httpStatus: 401,
	});
}
