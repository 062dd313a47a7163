import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('search', {
	id: 'userGroup.getAll',
	action: 'Get many user groups',
	description: 'Get user groups, optionally filtered by keywords',
});
