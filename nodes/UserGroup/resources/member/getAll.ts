import { listedUserOutput } from '../../../../src/forms/fields/listedUserOutput';
import { groupPicker } from '../../../../src/forms/pickers';
import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'member.getAll',
	action: 'Get many members',
	description: 'Get the members of a user group',
	fields: [groupPicker],
	toolOutput: listedUserOutput,
});
