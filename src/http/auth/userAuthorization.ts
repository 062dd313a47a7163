import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import { defaultScopePrefix } from '../../api/authorizationServer';
import { InputError, type ServiceError } from '../../api/errors';
import { isBlockedBySsrfProtection, readNetworkError } from '../networkError';
import type { RequestContext } from '../request';
import {
	type Authorization,
	credentialTypes,
	type ServiceCredential,
	tokenRequestOptions,
	withPrefix,
} from './credential';
import { isAccessToken, refusedGrant } from './tokenResponse';
import {
	type GrantedToken,
	isUsable,
	renewalTime,
	sharedToken,
	type StoredToken,
} from './tokenStore';

/**
 * The token of a person who signed in through the credential; n8n keeps and refreshes it.
 *
 * @throws InputError if nobody has signed in yet
 */
export function userAuthorization(
	context: RequestContext,
	credential: ServiceCredential,
): Authorization {
	const signedIn = credential.oauthTokenData?.access_token;
	if (!isAccessToken(signedIn)) {
		throw new InputError(
			'Nobody has signed in with the user credential yet',
			"Open the credential of type 'Integration Service Sign-In OAuth2 API' and connect it.",
		);
	}
	let current: StoredToken = { accessToken: signedIn, renewAt: renewalOf(credential) };
	return {
		// The credential has no tenant, so all people share one limit.
		tenant: 'user',
		secrets: [signedIn, String(credential.oauthTokenData?.refresh_token ?? '')],
		scopeRemedy: (scope) =>
			`This operation needs the scope "${withPrefix(defaultScopePrefix, scope)}". Add it to 'Scope' in the credential, and connect the credential again.`,
		token: async () => {
			const stored = current;
			if (isUsable(stored)) return stored;
			const refresh = async () => await refreshUserToken(context, credential);
			current = await sharedToken(['user', stored.accessToken], refresh).catch((error: unknown) => {
				if (stored.isRejected) throw error;
				// The service may still accept the old token.
				return { ...stored, renewAt: Infinity };
			});
			return current;
		},
	};
}

/** When to renew a stored sign-in: never, if its expiry is unknown. */
function renewalOf({ oauthTokenData = {} }: ServiceCredential): number {
	const expiresIn = Number(oauthTokenData.expires_in);
	const expiresAt = Number(oauthTokenData.n8n_expires_at);
	const isKnown = expiresIn > 0 && expiresAt > 0;
	if (!oauthTokenData.refresh_token || !isKnown) return Infinity;
	const renewal = renewalTime(expiresAt - expiresIn * 1000, expiresIn);
	return performance.now() + (renewal - Date.now());
}

async function refreshUserToken(
	context: RequestContext,
	{ accessTokenUrl }: ServiceCredential,
): Promise<GrantedToken> {
	const granted = await context.helpers.refreshOAuth2Token
		?.call(context as unknown as IAllExecuteFunctions, credentialTypes.user)
		.catch((error: unknown) => {
			throw failedRefresh(error, String(accessTokenUrl ?? ''));
		});
	const { access_token: accessToken, expires_in } = Object(granted) as IDataObject;
	if (!isAccessToken(accessToken)) throw noSignIn();
	return { accessToken, expiresIn: expires_in };
}

function noSignIn(): ServiceError {
	return refusedGrant({ statusCode: 401, code: 'invalid_grant' });
}

/** What n8n throws if it can't renew a sign-in. */
interface RefreshError {
	/** The body of the authorization server's response. */
	readonly body?: unknown;
	readonly status?: number;
	readonly isAxiosError?: boolean;
	readonly response?: { readonly status: number; readonly data?: unknown };
}

/** Why there is no new sign-in, without n8n's error, which may contain the refresh token. */
function failedRefresh(error: unknown, accessTokenUrl: string): ServiceError {
	const { body, status, isAxiosError, response } = Object(error) as RefreshError;
	const { error: code } = Object(body) as IDataObject;
	if (code === 'invalid_client') return refusedGrant({ statusCode: 401, code });
	const statusCode = response?.status ?? status;
	if (statusCode !== undefined) {
		const text = response?.data ?? body;
		return refusedGrant({ statusCode, body: text, addressField: 'Access Token URL' });
	}
	const isNetworkError = isAxiosError === true || isBlockedBySsrfProtection(error);
	if (!isNetworkError || !URL.canParse(accessTokenUrl)) return noSignIn();
	const { timeout, ifTimeout } = tokenRequestOptions;
	return readNetworkError(error, accessTokenUrl, timeout, ifTimeout);
}
