import { threadPicker } from '../../../../src/forms/pickers';
import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('cursor', {
	id: 'message.getAll',
	action: 'Get many messages',
	description: 'Get the questions and answers of a thread',
	fields: [threadPicker],
});
