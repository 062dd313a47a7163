import { groupPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const get: NodeOperation<'userGroup.get'> = {
	id: 'userGroup.get',
	name: 'Get',
	action: 'Get user group',
	description: 'Get a user group',
	fields: [groupPicker],
};
