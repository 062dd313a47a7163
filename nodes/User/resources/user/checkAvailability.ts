import type { NodeOperation } from '../../../../src/runtime/operation';
import { checkedAddress } from './userFields';

export const checkAvailability: NodeOperation<'user.checkAvailability'> = {
	id: 'user.checkAvailability',
	action: 'Check availability of email address',
	description:
		'Check whether an email address is available, or whether a user with the address exists',
	form: checkedAddress,
	outputFields: { available: 'boolean', exists: 'boolean' },
	statusFields: (statusCode) => ({ available: statusCode === 204, exists: statusCode !== 204 }),
};
