/** What is read of a credential, and what both ways to get access tokens have in common. */
import { tokenPath } from '../../api/authorizationServer';
import { InputError } from '../../api/errors';
import type { StoredToken } from './tokenStore';

/** Which credential a node uses, as stored in its `authentication` parameter. */
export type Authentication = 'clientCredentials' | 'user';

export const credentialTypes: Readonly<Record<Authentication, string>> = {
	clientCredentials: 'integrationServiceOAuth2Api',
	user: 'integrationServiceUserOAuth2Api',
};

/** The fields of either credential, as `credentials/` names them. */
export interface ServiceCredential {
	readonly [field: string]: unknown;
	/** The sign-in of a user, as n8n stores it. */
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
	/** Requests of one tenant share their limits. */
	readonly tenant: string;
	/** What must appear nowhere, in addition to the tokens. */
	readonly secrets: readonly string[];
	/**
	 * The current token; a new one if that must be renewed.
	 *
	 * @throws ServiceError if there is no token
	 */
	token(scope: string): Promise<StoredToken>;
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

/**
 * A required text of the credential, without surrounding spaces.
 *
 * @throws InputError if it is empty
 */
export function requiredText(field: string, value: unknown): string {
	// An expression in the credential may return a number.
	const text = ['string', 'number'].includes(typeof value) ? String(value).trim() : '';
	if (text !== '') return text;
	throw new InputError(
		`'${field}' in the credential is empty`,
		`Open the credential and fill in '${field}'.`,
	);
}

/**
 * A URL of the credential to which paths can be appended, so without a query or a user name.
 *
 * @returns origin and path, without a slash at the end
 * @throws InputError if it isn't such a URL
 */
export function webAddress(field: string, value: unknown): string {
	const text = requiredText(field, value);
	const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	const isPlain = url && url.username === '' && url.password === '' && !/[?#\\]/.test(text);
	if (isPlain) return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
	throw new InputError(
		`'${field}' in the credential is not a valid URL`,
		`Open the credential and enter the full URL, for example "https://service.example.org", without a user name, "?" or "#".`,
	);
}

/**
 * The URL of the authorization server, also if the user entered its token endpoint.
 *
 * @throws as {@link webAddress}
 */
export function authorizationServerAddress(value: unknown): string {
	const address = webAddress('Authorization Server URL', value);
	return address.endsWith(tokenPath) ? address.slice(0, -tokenPath.length) : address;
}
