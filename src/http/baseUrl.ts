import { InputError } from '../api/errors';
import { tokenPath } from '../api/authorizationServer';

/**
 * A text of the credential that must be there, without blanks around it.
 *
 * @param value what the credential holds
 * @throws InputError where it is empty
 */
export function requiredText(field: string, value: unknown): string {
	// An expression in the credential may give a number.
	const text = ['string', 'number'].includes(typeof value) ? String(value).trim() : '';
	if (text !== '') return text;
	throw new InputError(
		`The credential has no ${field}`,
		`Open the credential and fill in ${field}.`,
	);
}

/**
 * An address of the credential, to which paths are appended: parsed, and without anything that a
 * request would be changed by, such as a query or a user name.
 *
 * @param value what the credential holds
 * @returns origin and path, without a slash at the end
 * @throws InputError where it is no such address
 */
export function webAddress(field: string, value: unknown): string {
	const text = requiredText(field, value);
	const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	const isPlain = url && url.username === '' && url.password === '' && !/[?#\\]/.test(text);
	if (isPlain) return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
	throw new InputError(
		`${field} of the credential is not a plain web address`,
		`Open the credential and give ${field} in full, for example "https://service.example.org", without a user name and without "?" or "#".`,
	);
}

/**
 * The address of the authorization server; a pasted token endpoint is taken for its server.
 *
 * @param value what the credential holds
 * @throws as {@link webAddress}
 */
export function authorizationServerAddress(value: unknown): string {
	const address = webAddress('Authorization Server URL', value);
	return address.endsWith(tokenPath) ? address.slice(0, -tokenPath.length) : address;
}
