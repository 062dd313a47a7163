import { userPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readBody, requireContent } from '../../../shared/execution/requestBody';
import { asRecord } from '../../../shared/transport/answer';
import { userFields, userNames } from './fields';

export const update: NodeOperation = {
	id: 'user.update',
	name: 'Update',
	action: 'Update a user',
	description: 'Change the fields of a user that are filled in, and leave the others as they are',
	fields: [userPicker, ...userFields('update')],
	async execute(item) {
		const userId = item.parameter<string>('userId');
		const request = readBody(item, userNames);
		requireContent(item, request);
		const { body } = await item.service.request(this.id, { path: { userId }, body: request.body });
		return [{ ...asRecord(body), success: true, userId }];
	},
};
