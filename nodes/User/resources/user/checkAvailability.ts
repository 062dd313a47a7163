import { readBody } from '../../../../src/forms/body';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { checkedAddress } from './userFields';

export const checkAvailability: NodeOperation<'user.checkAvailability'> = {
	id: 'user.checkAvailability',
	action: 'Check availability of email address',
	description:
		'Check whether an email address is available. Whether an existing user can be added depends on accessToTenant.',
	form: checkedAddress,
	outputFields: { available: 'boolean', exists: 'boolean' },
	async execute(item) {
		const { statusCode, record } = await item.request({ body: readBody(item, checkedAddress) });
		const exists = statusCode !== 204;
		return [{ ...record, available: !exists, exists }];
	},
};
