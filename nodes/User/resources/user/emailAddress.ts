import { InputError } from '../../../../src/api/errors';
import type { FormBody } from '../../../../src/forms/body';
import { formatValue, isEmpty } from '../../../../src/forms/value';

/**
 * Refuses a text that is no email address, before the service would.
 *
 * @param request the body to send
 * @throws InputError with the service's own code
 */
export function checkAddress(request: FormBody, name: string): void {
	const address = request.body[name];
	if (typeof address !== 'string' || /^\S+@\S+$/.test(address)) return;
	if (isEmpty(address)) throw InputError.of('email-address-required');
	throw new InputError(
		`Email Address "${formatValue(address)}" is not an email address`,
		'Enter an address with one @ and no spaces, for example "anna.berg@example.com".',
		'invalid-email-address',
	);
}

/**
 * As {@link checkAddress}, and refuses a body without an address.
 *
 * @param request the body to send
 * @throws InputError with the service's own code
 */
export function requireAddress(request: FormBody, name: string): void {
	const address = request.body[name];
	if (address !== undefined && address !== null) checkAddress(request, name);
	else if (!request.ownNames) throw InputError.of('email-address-required');
}
