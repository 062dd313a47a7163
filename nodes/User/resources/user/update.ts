import { readBody, requireContent } from '../../../../src/forms/body';
import { userBody } from '../../../../src/forms/fields/bodyFields';
import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { confirmation } from '../../../../src/api/outputFields';
import { checkAddress } from './emailAddress';
import { userFields, userNames } from './userFields';

export const update: NodeOperation<'user.update'> = {
	id: 'user.update',
	name: 'Update',
	action: 'Update a user',
	description: 'Update a user. Empty fields keep their value.',
	fields: [userPicker, ...userFields('update')],
	adds: confirmation('user.update', 'success'),
	async execute(item) {
		const request = readBody(item, userNames, userBody);
		requireContent(request);
		checkAddress(request, userNames.emailAddress);
		const { record } = await item.request({ body: request.body });
		return [{ ...record, success: true, ...item.path }];
	},
};
