import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'assignment.getAll',
	action: 'Get many assignments',
	description: "Get the agent's assignments",
});
