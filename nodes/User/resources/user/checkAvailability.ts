import type { IDataObject } from 'n8n-workflow';
import { bodyFields, readBody } from '../../../../src/forms/body';
import { emailAddress } from '../../../../src/forms/fields/bodyFields';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { requestNames } from '../../../../src/api/assumedNames';
import { parseResponse, writeJson } from '../../../../src/http/parseJson';
import { requireAddress } from './emailAddress';

export const checkAvailability: NodeOperation<'user.checkAvailability'> = {
	id: 'user.checkAvailability',
	name: 'Check Availability',
	action: 'Check availability of an email address',
	description:
		'Check whether an email address is available. For an existing user, accessToTenant shows the access to this tenant.',
	fields: bodyFields([
		{
			displayName: 'Email Address',
			name: 'emailAddress',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. anna.berg@example.com',
		},
	]),
	adds: { available: 'boolean', exists: 'boolean' },
	async execute(item) {
		const request = readBody(item, requestNames.availability, [emailAddress]);
		requireAddress(request, requestNames.availability.emailAddress);
		const { statusCode, record } = await item.request({ body: request.body });
		const exists = statusCode !== 204;
		// The body holds numbers as they were written, with a mark that an item must not have.
		const asked = parseResponse(writeJson(request.body)) as IDataObject;
		return [{ ...asked, ...record, available: !exists, exists }];
	},
};
