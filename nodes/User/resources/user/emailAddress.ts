import { InputError } from '../../../shared/errors';
import type { FormBody } from '../../../shared/form/body';
import type { ItemContext } from '../../../shared/node/operation';

/**
 * Refuses a missing address, and one without an @, as the service would.
 *
 * @param item the item
 * @param request the body to send
 * @param name the name of the address in the body
 * @throws InputError with the service's own code
 */
export function checkEmailAddress(item: ItemContext, request: FormBody, name: string): void {
	const address = request.body[name];
	if (address === undefined || address === null) {
		if (!request.ownNames) throw InputError.of(item.node, 'email-address-required');
		return;
	}
	if (typeof address === 'string' && !/^\S+@\S+$/.test(address)) {
		throw InputError.of(item.node, 'invalid-email-address');
	}
}
