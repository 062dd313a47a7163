import { type BodyForm, readBody } from '../../../../src/forms/body';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { emailAddress } from './userFields';

const form: BodyForm = {
	fields: [emailAddress],
	collection: 'options',
};

export const checkAvailability: NodeOperation<'user.checkAvailability'> = {
	id: 'user.checkAvailability',
	action: 'Check availability of email address',
	description:
		'Check whether an email address is available. Whether an existing user can be added depends on accessToTenant.',
	form,
	outputFields: { available: 'boolean', exists: 'boolean' },
	async execute(item) {
		const { statusCode, record } = await item.request({ body: readBody(item, form) });
		const exists = statusCode !== 204;
		return [{ ...record, available: !exists, exists }];
	},
};
