import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import { type ErrorDetails, InputError } from '../../api/errors';
import { asRecord } from '../../values/jsonObject';
import { defaultScopePrefix, tokenPath } from '../../api/authorizationServer';
import { authorizationServerAddress, requiredText } from '../baseUrl';
import { isWebPage } from '../errorBody';
import { pageRemedy } from '../errorResponse';
import { parseIfJson } from '../../values/json';
import { isBlockedBySsrfProtection, readNetworkError } from '../networkError';
import { isResponse, type RequestContext, send } from '../request';
import { tokenErrorCodes } from './tokenErrorCodes';
import { type Grant, isGranted, renewalTime, type StoredToken, TokenStore } from './tokenStore';

/** The fields of the credential "Integration Service OAuth2 API" that token requests need. */
export interface ClientCredential {
	readonly authServerUrl: unknown;
	readonly tenantId: unknown;
	readonly clientId: unknown;
	readonly clientSecret: unknown;
	readonly scopePrefix?: unknown;
}

/** The fields of the credential "Integration Service Sign-In OAuth2 API" that are read. */
export interface UserCredential {
	readonly accessTokenUrl?: unknown;
	/** The sign-in, as n8n stores it. */
	readonly oauthTokenData?: {
		readonly access_token?: string;
		readonly refresh_token?: unknown;
		readonly expires_in?: unknown;
		/** When n8n expects the token to expire, in milliseconds since 1970. Older versions store none. */
		readonly n8n_expires_at?: unknown;
	};
}

/** Where access tokens come from. Scopes have no prefix here, as in the catalogue. */
export interface Authorization {
	/** Whether the token is that of a signed-in person. */
	readonly interactiveUser: boolean;
	/** Requests of one tenant share their limits. */
	readonly tenant: string;
	/** Strings that must not appear in a message, in addition to the tokens. */
	readonly secrets: readonly string[];
	/** @param rejected the token to renew, because the service rejected it with 401 */
	token(scope: string, rejected?: string): Promise<Grant>;
	/** What to do if the token doesn't include a scope. */
	scopeRemedy(scope: string): string;
}

/** One store for the whole process, so nodes and executions share their tokens. */
const tokens = new TokenStore();

/** Several executions may wait for a token, so the timeout and cancel signal of none apply. */
const tokenRequestOptions = { timeout: 60_000, maxRetries: 3 } as const;

/** A scope that a user typed may have the prefix already. */
function withPrefix(prefix: string, scope: string): string {
	return scope.startsWith(prefix) ? scope : `${prefix}${scope}`;
}

interface RefusedGrant {
	readonly statusCode: number;
	/** The error code of OAuth. */
	readonly code?: unknown;
	readonly scopeRemedy?: string;
	readonly retryAfterSeconds?: number;
	/** Whether the response is a web page. */
	readonly page?: boolean;
	readonly addressField?: string;
}

/** Without the server's own text, which may repeat the request. */
function refusedGrant({
	statusCode,
	code,
	scopeRemedy = '',
	retryAfterSeconds,
	page = false,
	addressField = 'Authorization Server URL',
}: RefusedGrant): ErrorDetails {
	const base = { httpStatus: statusCode, retryAfterSeconds };
	const errorCode = typeof code === 'string' ? code : '';
	const known = Object.hasOwn(tokenErrorCodes, errorCode) ? tokenErrorCodes[errorCode] : undefined;
	if (known) {
		const remedies = errorCode === 'invalid_scope' ? [scopeRemedy] : [];
		const description = [...remedies, known.description].join(' ');
		return { ...base, message: known.message, description, errorCode };
	}
	if (statusCode === 429) {
		return {
			...base,
			message: 'The authorization server receives too many token requests (HTTP 429)',
			description: 'Run the workflow again later, or run it less often.',
			errorCode: 'rate-limited',
		};
	}
	const remedy = page ? pageRemedy(statusCode, addressField) : undefined;
	return {
		...base,
		message: `The authorization server returned no access token (HTTP ${statusCode})`,
		description: remedy ?? `Check '${addressField}' in the credential, or try again later.`,
		errorCode: `http-${statusCode}`,
	};
}

/**
 * Tokens of the client-credentials grant, one for each scope (spec 5).
 *
 * @throws InputError if the credential is incomplete
 */
export function clientAuthorization(
	context: RequestContext,
	credential: ClientCredential,
): Authorization {
	const authServerUrl = authorizationServerAddress(credential.authServerUrl);
	const tenantId = requiredText('Tenant ID', credential.tenantId);
	const clientId = requiredText('Client ID', credential.clientId);
	const clientSecret = requiredText('Client Secret', credential.clientSecret);
	const prefix = String(credential.scopePrefix ?? defaultScopePrefix).trim();
	const scopeName = (scope: string) => withPrefix(prefix, scope);
	const scopeRemedy = (scope: string) =>
		`This operation needs the scope "${scopeName(scope)}". Request this scope in the developer portal, or ask your administrator.`;
	// With the secret, so the ID of a client is not enough to get its token.
	const identity = [authServerUrl, clientId, clientSecret, tenantId];

	const grant = async (scope: string): Promise<Grant> => {
		const response = await send(
			context,
			{
				method: 'POST',
				url: `${authServerUrl}${tokenPath}`,
				headers: {
					Accept: 'application/json',
					'Content-Type': 'application/x-www-form-urlencoded',
				},
				body: new URLSearchParams({
					grant_type: 'client_credentials',
					scope: scopeName(scope),
					client_id: clientId,
					client_secret: clientSecret,
					tenant_id: tenantId,
				}).toString(),
				encoding: 'text',
				purpose: 'token',
			},
			tokenRequestOptions,
		);
		if (!isResponse(response)) return response;
		const text = String(response.body);
		const { access_token: accessToken, expires_in, error } = asRecord(parseIfJson(text));
		if (response.statusCode === 200 && typeof accessToken === 'string') {
			return { accessToken, expiresIn: lifetime(expires_in) };
		}
		const page = isWebPage(String(response.headers['content-type'] ?? ''), text);
		return refusedGrant({ ...response, code: error, scopeRemedy: scopeRemedy(scope), page });
	};

	return {
		interactiveUser: false,
		tenant: tenantId,
		secrets: [clientSecret, encodeURIComponent(clientSecret)],
		scopeRemedy,
		token: async (scope, rejected) =>
			await tokens.get([...identity, scopeName(scope)], async () => await grant(scope), rejected),
	};
}

/** Seconds; undefined if the value is unusable. */
function lifetime(expiresIn: unknown): number | undefined {
	const seconds = Number(expiresIn);
	return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/**
 * The token of a person who signed in through the credential; n8n keeps and refreshes it.
 *
 * @param credentialType n8n refreshes the token by it
 * @throws InputError if nobody has signed in yet
 */
export function userAuthorization(
	context: RequestContext,
	credential: UserCredential,
	credentialType: string,
): Authorization {
	const signedIn = credential.oauthTokenData?.access_token;
	if (!signedIn) {
		throw new InputError(
			'Nobody has signed in with the user credential yet',
			"Open the credential of type 'Integration Service Sign-In OAuth2 API' and connect it.",
		);
	}
	let current: StoredToken = { accessToken: signedIn, renewAt: renewalOf(credential) };
	return {
		interactiveUser: true,
		// The credential has no tenant, so all people share one limit.
		tenant: 'user',
		secrets: [],
		scopeRemedy: (scope) =>
			`This operation needs the scope "${withPrefix(defaultScopePrefix, scope)}". Add it to 'Scope' in the credential, and connect the credential again.`,
		token: async (_scope, rejected) => {
			const stored = current;
			const isRejected = rejected === stored.accessToken;
			if (!isRejected && Date.now() < stored.renewAt) return stored;
			const refreshed = await tokens.get(
				['user', stored.accessToken],
				async () => await refreshUserToken(context, credential, credentialType),
			);
			if (isGranted(refreshed)) current = refreshed;
			if (isGranted(refreshed) || isRejected) return refreshed;
			// The service may still accept the old token.
			current = { ...stored, renewAt: Infinity };
			return current;
		},
	};
}

/** When to renew a stored sign-in: never, if its expiry is unknown. */
function renewalOf({ oauthTokenData = {} }: UserCredential): number {
	const expiresIn = lifetime(oauthTokenData.expires_in);
	const expiresAt = lifetime(oauthTokenData.n8n_expires_at);
	if (!oauthTokenData.refresh_token || !expiresIn || !expiresAt) return Infinity;
	return renewalTime(expiresAt - expiresIn * 1000, expiresIn);
}

async function refreshUserToken(
	context: RequestContext,
	credential: UserCredential,
	credentialType: string,
): Promise<Grant> {
	const refresh = context.helpers.refreshOAuth2Token;
	try {
		const granted = await refresh?.call(context as unknown as IAllExecuteFunctions, credentialType);
		const { access_token: accessToken, expires_in } = Object(granted) as IDataObject;
		if (typeof accessToken === 'string') return { accessToken, expiresIn: lifetime(expires_in) };
	} catch (error) {
		return failedRefresh(error, String(credential.accessTokenUrl ?? ''));
	}
	return noSignIn;
}

const noSignIn = refusedGrant({ statusCode: 401, code: 'invalid_grant' });

/** What n8n throws if it can't renew a sign-in. */
interface RefreshError {
	/** The body of the authorization server's response. */
	readonly body?: unknown;
	readonly status?: number;
	readonly isAxiosError?: boolean;
	readonly response?: { readonly status: number; readonly data?: unknown };
}

/** Why there is no new sign-in, without n8n's error, which may contain the refresh token. */
function failedRefresh(error: unknown, accessTokenUrl: string): Grant {
	const { body, status, isAxiosError, response } = Object(error) as RefreshError;
	const { error: code } = Object(body) as IDataObject;
	if (code === 'invalid_client') return refusedGrant({ statusCode: 401, code });
	const statusCode = response?.status ?? status;
	if (statusCode !== undefined) {
		const page = isWebPage('', String(response?.data ?? body));
		return refusedGrant({ statusCode, page, addressField: 'Access Token URL' });
	}
	const isNetworkError = isAxiosError === true || isBlockedBySsrfProtection(error);
	if (!isNetworkError || !URL.canParse(accessTokenUrl)) return noSignIn;
	return readNetworkError(error, accessTokenUrl, tokenRequestOptions.timeout, 'token');
}
