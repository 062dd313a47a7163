/** What both ways to get access tokens have in common. */

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
	/**
	 * @param rejected the token to renew, because the service rejected it with 401
	 * @throws ServiceError if there is no token
	 */
	token(scope: string, rejected?: string): Promise<{ readonly accessToken: string }>;
	/** What to do if the token doesn't include a scope. */
	scopeRemedy(scope: string): string;
}

/** Several executions may wait for a token, so the timeout and cancel signal of none apply. */
export const tokenRequestOptions = {
	timeout: 60_000,
	maxRetries: 3,
	ifTimeout:
		'Try again later. If this continues, ask the administrator of the authorization server.',
} as const;

/** A scope that a user typed may have the prefix already. */
export function withPrefix(prefix: string, scope: string): string {
	return scope.startsWith(prefix) ? scope : `${prefix}${scope}`;
}

/** The lifetime of a token in seconds, undefined if the value is unusable. */
export function lifetime(expiresIn: unknown): number | undefined {
	const seconds = Number(expiresIn);
	return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
