import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'assignment.getAll',
	action: 'Get many assignments',
	description: 'List the assignments of the agent',
});
