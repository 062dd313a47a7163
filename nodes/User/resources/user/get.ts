import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const get: NodeOperation<'user.get'> = {
	id: 'user.get',
	name: 'Get',
	action: 'Get user',
	description: 'Get a user',
	fields: [userPicker],
};
