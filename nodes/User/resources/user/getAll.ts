import { listedUserOutput } from '../../../../src/forms/fields/listedUserOutput';
import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('search', {
	id: 'user.getAll',
	action: 'Get many users',
	description: 'Get users, optionally filtered by keywords',
	toolOutput: listedUserOutput,
});
