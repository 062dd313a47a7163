import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('search', {
	id: 'userGroup.getAll',
	action: 'Get many user groups',
	description: 'List user groups, or search for user groups',
});
