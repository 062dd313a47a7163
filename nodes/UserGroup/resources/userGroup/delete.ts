import { stopIfMoreThan } from '../../../../src/forms/options';
import { groupPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const deleteUserGroup: NodeOperation<'userGroup.delete'> = {
	id: 'userGroup.delete',
	name: 'Delete',
	action: 'Delete user group',
	description: "Delete a user group that isn't in use",
	fields: [groupPicker],
	options: [stopIfMoreThan],
	confirms: 'deleted',
};
