import { threadPicker } from '../../../../src/forms/pickers';
import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('cursor', {
	id: 'message.getAll',
	action: 'Get many messages',
	description: 'List the questions and answers in a thread',
	fields: [threadPicker],
});
