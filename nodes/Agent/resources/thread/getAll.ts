import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'thread.getAll',
	action: 'Get many threads',
	description: 'Get your threads with the agent',
});
