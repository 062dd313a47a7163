import type { IDataObject } from 'n8n-workflow';
import { type BodyForm, bodyProperties, otherFields, readBody } from '../../../../src/forms/body';
import { parseResponse, writeJson } from '../../../../src/values/json';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { requireAddress } from './emailAddress';
import { emailAddress } from './userFields';

const form: BodyForm = {
	hasAssumedNames: true,
	fields: [emailAddress],
	collection: 'options',
	optional: [],
};

export const checkAvailability: NodeOperation<'user.checkAvailability'> = {
	id: 'user.checkAvailability',
	name: 'Check Availability',
	action: 'Check availability of email address',
	description:
		'Check whether an email address is available. For an existing user, accessToTenant shows the access to this tenant.',
	fields: bodyProperties(form),
	options: [otherFields],
	outputFields: { available: 'boolean', exists: 'boolean' },
	async execute(item) {
		const body = requireAddress(readBody(item, form));
		const { statusCode, record } = await item.request({ body });
		const exists = statusCode !== 204;
		// The body has numbers as written, with a mark that an item must not have.
		const asked = parseResponse(writeJson(body)) as IDataObject;
		return [{ ...asked, ...record, available: !exists, exists }];
	},
};
