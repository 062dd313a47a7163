import { InputError } from '../api/errors';
import { type HttpMethod, httpMethods, type OtherOperation, type Paging } from '../api/operations';
import { relativePath } from './relativePath';

/** An operation as a user describes it. */
export interface GivenOperation {
	readonly method: unknown;
	readonly path: unknown;
	readonly scope: unknown;
	readonly paging?: Paging;
	/** Whether it is answered as Server-Sent Events. */
	readonly streams: boolean;
}

/** One name of a scope, without blanks (RFC 6749, 3.3). */
const scopeName = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function methodOf(value: unknown): HttpMethod {
	const text = String(value ?? '')
		.trim()
		.toUpperCase();
	const method = httpMethods.find((known) => known === text);
	if (method) return method;
	throw InputError.notAChoice('Method', text, httpMethods);
}

function scopeOf(value: unknown): string {
	const text = String(value ?? '').trim();
	if (text === '') {
		throw new InputError(
			'Scope is empty',
			'Give the scope that the operation needs, for example "user:read". The documentation of your service has it beside the operation.',
		);
	}
	if (scopeName.test(text)) return text;
	throw new InputError(
		`Scope "${text}" is not one scope`,
		'Give one scope without blanks or quotes, for example "user:read". Each operation needs exactly one.',
	);
}

/**
 * An operation that the catalogue does not have, checked.
 *
 * @returns what requests can be sent for: any success status and any response are right
 * @throws InputError naming the field
 */
export function otherOperation(given: GivenOperation): OtherOperation {
	return {
		method: methodOf(given.method),
		path: relativePath(given.path),
		scope: scopeOf(given.scope),
		success: 'notShown',
		errorCodes: [],
		bodiless: 'notShown',
		paging: given.paging,
		streams: given.streams ? true : undefined,
	};
}
