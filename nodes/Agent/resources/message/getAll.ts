import {
	cursorFilters,
	idFieldOption,
	readCursorRequest,
	returnAllFields,
} from '../../../../src/forms/lists';
import { threadPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'message.getAll'> = {
	id: 'message.getAll',
	name: 'Get Many',
	action: 'Get many messages',
	description: 'List the questions and answers in a thread',
	fields: [threadPicker, ...returnAllFields, cursorFilters],
	options: [idFieldOption],
	async execute(item) {
		return await item.list(readCursorRequest(item));
	},
};
