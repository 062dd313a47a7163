import { readBody } from '../../../../src/forms/body';
import { userBody } from '../../../../src/forms/fields/bodyFields';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { requireAddress } from './emailAddress';
import { userFields, userNames } from './userFields';

export const create: NodeOperation<'user.create'> = {
	id: 'user.create',
	name: 'Create',
	action: 'Create a user',
	description:
		'Create a user, or add a person who exists elsewhere to this tenant. The service invites new users by email.',
	fields: userFields('create'),
	adds: { created: 'boolean' },
	async execute(item) {
		const request = readBody(item, userNames, userBody);
		requireAddress(request, userNames.emailAddress);
		const { statusCode, record } = await item.request({ body: request.body });
		return [{ ...record, created: statusCode === 201 }];
	},
};
