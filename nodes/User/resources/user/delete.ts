import { stopIfMoreThan } from '../../../../src/forms/options';
import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const deleteUser: NodeOperation<'user.delete'> = {
	id: 'user.delete',
	name: 'Delete',
	action: 'Delete user',
	description: 'Delete a user from this and every connected tenant',
	fields: [userPicker],
	options: [stopIfMoreThan],
	confirms: 'deleted',
};
