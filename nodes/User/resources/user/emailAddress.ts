import type { ItemContext } from '../../../shared/execution/operation';
import type { RequestBody } from '../../../shared/execution/requestBody';
import { type ErrorCode, errorCodes } from '../../../shared/service/errorCodes';
import { InputError } from '../../../shared/transport/serviceError';

function refuse(item: ItemContext, code: ErrorCode): never {
	throw new InputError(item.node, errorCodes[code].message, errorCodes[code].description, code);
}

/**
 * Refuses a missing address, and one without an @, as the service would.
 *
 * @param item the item
 * @param request the body to send
 * @param name the name of the address in the body
 * @throws InputError with the service's own code
 */
export function checkEmailAddress(item: ItemContext, request: RequestBody, name: string): void {
	const address = request.body[name];
	if (address === undefined || address === null) {
		if (!request.ownNames) refuse(item, 'email-address-required');
		return;
	}
	if (typeof address === 'string' && !/^\S+@\S+$/.test(address)) {
		refuse(item, 'invalid-email-address');
	}
}
