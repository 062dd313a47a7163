import { InputError } from '../api/errors';

/** A header as a user gives it. */
export interface GivenHeader {
	readonly name: unknown;
	readonly value: unknown;
}

declare const checked: unique symbol;

/** Headers that have been checked: no others are added to a request. */
export type CheckedHeaders = Readonly<Record<string, string>> & { readonly [checked]: true };

/** Why a header is not a user's to set, by its name in lower case. */
const reserved: Readonly<Record<string, string>> = {
	...reservedAs('The access token goes there; the credential and Scope say which.', [
		'authorization',
		'proxy-authorization',
	]),
	...reservedAs('Response says what is accepted, and a body is always sent as JSON.', [
		'accept',
		'content-type',
	]),
	...reservedAs('Each request has the one that fits it.', [
		...['accept-encoding', 'connection', 'content-encoding', 'content-length', 'expect', 'host'],
		...['http2-settings', 'keep-alive', 'proxy-authenticate', 'proxy-connection', 'te', 'trailer'],
		...['transfer-encoding', 'upgrade'],
	]),
	// A read that changes something would be sent again.
	...reservedAs('Choose the method in Method.', [
		'x-http-method',
		'x-http-method-override',
		'x-method-override',
	]),
};

function reservedAs(reason: string, names: readonly string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, reason]));
}

/** What a header's name may consist of (RFC 9110, 5.6.2). */
const nameCharacters = /^[\w!#$%&'*+.^`|~-]+$/;

/** What a header's value may consist of: Latin letters and signs, no line ends. */
const valueCharacters = /^[\t\x20-\x7e\xa0-\xff]*$/;

/**
 * Checks the headers that a user adds to a request.
 *
 * @param headers the entries of the field; one with neither name nor value is left out
 * @throws InputError naming the entry, where it could change more than a header
 */
export function checkHeaders(field: string, headers: readonly GivenHeader[]): CheckedHeaders {
	const names = new Set<string>();
	const entries = headers.flatMap((given, index): Array<[string, string]> => {
		const name = textOf(given.name);
		const value = textOf(given.value);
		const refuse = (what: string, wayOut: string): never => {
			throw new InputError(`${field}, entry ${index + 1}: ${what}`, wayOut);
		};
		if (name === '' && value === '') return [];
		if (name === '') refuse('Name is empty', 'Give the header a name, or remove the entry.');
		const key = name.toLowerCase();
		// A record cannot hold the second, so that the header would be lost.
		if (!nameCharacters.test(name) || name === '__proto__') {
			refuse(
				`"${name}" is not the name of a header`,
				'It has letters, digits and hyphens, such as "X-Request-Id".',
			);
		}
		const reason = Object.hasOwn(reserved, key) ? reserved[key] : undefined;
		if (reason !== undefined) refuse(`${name} is set by the node`, `Remove it. ${reason}`);
		if (names.has(key)) refuse(`${name} is there twice`, 'Remove one of the two.');
		if (typeof given.value === 'object' && given.value !== null) {
			refuse(`the value of ${name} is not a text`, 'Give it as a text.');
		}
		if (!valueCharacters.test(value)) {
			refuse(
				`the value of ${name} has characters that a header cannot have`,
				'Remove line ends, and letters that are not Latin.',
			);
		}
		names.add(key);
		return value === '' ? [] : [[name, value]];
	});
	return Object.fromEntries(entries) as CheckedHeaders;
}

function textOf(value: unknown): string {
	return String(value ?? '').trim();
}
