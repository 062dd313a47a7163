import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { formatValue, isEmpty } from '../../../../src/values/scalars';

/** @throws InputError with the service's own code if the body has text that is no email address */
export function checkAddress(body: IDataObject): IDataObject {
	const address = body.emailAddress;
	if (typeof address !== 'string' || /^[^\s@]+@\S+$/.test(address)) return body;
	if (isEmpty(address)) throw InputError.of('email-address-required');
	throw new InputError(
		`Email Address "${formatValue(address)}" is not an email address`,
		'Enter an address with one @ and no spaces, for example "anna.berg@example.com".',
		'invalid-email-address',
	);
}

/** As {@link checkAddress}; a body without an address is refused too. */
export function requireAddress(body: IDataObject): IDataObject {
	if (isEmpty(body.emailAddress)) throw InputError.of('email-address-required');
	return checkAddress(body);
}
