import type { NodeOperation } from '../../../shared/execution/operation';
import { readBody } from '../../../shared/execution/requestBody';
import { asRecord } from '../../../shared/transport/answer';
import { checkEmailAddress } from './emailAddress';
import { userFields, userNames } from './fields';

export const create: NodeOperation = {
	id: 'user.create',
	name: 'Create',
	action: 'Create a user',
	description: 'Create a user, or add a person who exists elsewhere to this tenant',
	fields: userFields('create'),
	async execute(item) {
		const request = readBody(item, userNames);
		checkEmailAddress(item, request, userNames.emailAddress);
		const { statusCode, body } = await item.service.request(this.id, { body: request.body });
		return [{ ...asRecord(body), created: statusCode === 201 }];
	},
};
