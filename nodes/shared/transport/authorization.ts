import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import { type ErrorDetails, InputError } from '../errors';
import { defaultScopePrefix, tokenPath } from '../service/authorization';
import { authorizationServerAddress, requiredText } from './address';
import { isWebPage, pageRemedy } from './errorResponse';
import { parseIfJson } from './json';
import { isResponse, type RequestContext, send } from './send';
import { expiredSignIn, tokenErrorCodes } from './tokenErrorCodes';
import { type Grant, isGranted, TokenStore } from './tokenStore';

/** The fields of the credential "Integration Service OAuth2 API" that tokens are asked for with. */
export interface ClientCredential {
	readonly authServerUrl: unknown;
	readonly tenantId: unknown;
	readonly clientId: unknown;
	readonly clientSecret: unknown;
	readonly scopePrefix?: unknown;
}

/** The field of the credential "Integration Service User OAuth2 API" in which n8n keeps the sign-in. */
export interface UserCredential {
	readonly oauthTokenData?: { readonly access_token?: string };
}

/** Where the access token of a request comes from. */
export interface Authorization {
	/** Whether the token is that of a signed-in person. */
	readonly interactiveUser: boolean;
	/** The tenant, whose requests share their limits. */
	readonly tenant: string;
	/** Texts that must appear in no message, besides the tokens themselves. */
	readonly secrets: readonly string[];
	/**
	 * An access token for a scope.
	 *
	 * @param scope as the catalogue names it, without prefix
	 * @param rejected the token that the service has just refused with 401, to be renewed
	 */
	token(scope: string, rejected?: string): Promise<Grant>;
	/**
	 * The full name of a scope.
	 *
	 * @param scope as the catalogue names it, without prefix
	 */
	scopeName(scope: string): string;
	/**
	 * What to do where the token may not do something for lack of a scope.
	 *
	 * @param scope as the catalogue names it, without prefix
	 */
	scopeRemedy(scope: string): string;
}

/** One store for the whole process, so that nodes and executions share their tokens. */
const tokens = new TokenStore();

/** Many may wait for a token, so that no execution's own timeout or cancel signal counts. */
const tokenRequestOptions = { timeout: 60_000, maxRetries: 3 } as const;

/** A scope that a user typed may have the prefix already. */
function withPrefix(prefix: string, scope: string): string {
	return scope.startsWith(prefix) ? scope : `${prefix}${scope}`;
}

/** What the server says besides its code is left out: it may repeat what it was sent. */
function refusedGrant(
	statusCode: number,
	code: unknown,
	scopeRemedy: string,
	page = false,
): ErrorDetails {
	const known =
		typeof code === 'string' && Object.hasOwn(tokenErrorCodes, code)
			? tokenErrorCodes[code]
			: undefined;
	if (known) {
		const isAboutScope = code === 'invalid_scope';
		const description = isAboutScope ? `${scopeRemedy} ${known.description}` : known.description;
		return { ...known, description, errorCode: String(code), httpStatus: statusCode };
	}
	const remedy = page ? pageRemedy(statusCode, 'Authorization Server URL') : undefined;
	return {
		message: `The authorization server gave no access token (HTTP ${statusCode})`,
		description:
			remedy ?? 'Check Authorization Server URL in the credential, or try again in a while.',
		errorCode: `http-${statusCode}`,
		httpStatus: statusCode,
	};
}

/**
 * Tokens of the client-credentials grant, one for each scope (spec 5).
 *
 * @param context the node's context
 * @param credential the decrypted credential
 * @throws InputError where the credential is incomplete
 */
export function clientAuthorization(
	context: RequestContext,
	credential: ClientCredential,
): Authorization {
	const node = context.getNode();
	const authServerUrl = authorizationServerAddress(node, credential.authServerUrl);
	const tenantId = requiredText(node, 'Tenant ID', credential.tenantId);
	const clientId = requiredText(node, 'Client ID', credential.clientId);
	const clientSecret = requiredText(node, 'Client Secret', credential.clientSecret);
	const prefix = String(credential.scopePrefix ?? defaultScopePrefix).trim();
	const scopeName = (scope: string) => withPrefix(prefix, scope);
	const scopeRemedy = (scope: string) =>
		`This operation needs the scope "${scopeName(scope)}". Ask for it in the developer portal, or whoever manages your client there.`;
	const keys = new Map<string, string>();

	const keyOf = (scope: string): string => {
		// The secret is part of the key, so that knowing a client's ID is not enough to get its token.
		const parts = [authServerUrl, clientId, clientSecret, tenantId, scopeName(scope)];
		const key = keys.get(scope) ?? tokens.keyOf(parts);
		keys.set(scope, key);
		return key;
	};

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
				repeatable: true,
				kind: 'token',
			},
			tokenRequestOptions,
		);
		if (!isResponse(response)) return response;
		const text = String(response.body);
		const answered = parseIfJson(text);
		const { access_token: accessToken, expires_in, error } = Object(answered) as IDataObject;
		if (response.statusCode !== 200 || typeof accessToken !== 'string') {
			const isPage = isWebPage(String(response.headers['content-type'] ?? ''), text);
			return refusedGrant(response.statusCode, error, scopeRemedy(scope), isPage);
		}
		return { accessToken, expiresIn: lifetime(expires_in) };
	};

	return {
		interactiveUser: false,
		tenant: tenantId,
		secrets: [clientSecret, encodeURIComponent(clientSecret)],
		scopeName,
		scopeRemedy,
		token: async (scope, rejected) =>
			await tokens.get(keyOf(scope), async () => await grant(scope), rejected),
	};
}

/** Seconds, where they are told in a usable form. */
function lifetime(expiresIn: unknown): number | undefined {
	const seconds = Number(expiresIn);
	return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
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
	const scopeName = (scope: string) => withPrefix(defaultScopePrefix, scope);
	let current = signedIn;
	return {
		interactiveUser: true,
		// The tenant of a person is not in the credential, so that all persons share one limit.
		tenant: 'user',
		secrets: [],
		scopeName,
		scopeRemedy: (scope) =>
			`This operation needs the scope "${scopeName(scope)}". Add it to the field Scope of the credential and connect the credential again.`,
		token: async (_scope, rejected) => {
			if (rejected === undefined || rejected !== current) return { accessToken: current };
			const refreshed = await tokens.get(
				tokens.keyOf(['user', rejected]),
				async () => await refreshUserToken(context, credentialType),
			);
			if (isGranted(refreshed)) current = refreshed.accessToken;
			return refreshed;
		},
	};
}

async function refreshUserToken(context: RequestContext, credentialType: string): Promise<Grant> {
	const refresh = context.helpers.refreshOAuth2Token;
	const noSignIn: Grant = { ...expiredSignIn, errorCode: 'invalid_grant', httpStatus: 401 };
	try {
		const granted = await refresh?.call(context as unknown as IAllExecuteFunctions, credentialType);
		const { access_token: accessToken, expires_in } = Object(granted) as IDataObject;
		if (typeof accessToken === 'string') return { accessToken, expiresIn: lifetime(expires_in) };
	} catch {
		// What it threw is left behind, as it may carry the refresh token.
		return noSignIn;
	}
	return noSignIn;
}
