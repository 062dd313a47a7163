import { InputError } from '../api/errors';
import { tokenPath } from '../api/authorizationServer';

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
