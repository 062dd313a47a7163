import {
	cursorFilters,
	idFieldOption,
	readCursorRequest,
	returnAllFields,
} from '../../../shared/form/lists';
import { threadPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const getAll: NodeOperation<'message.getAll'> = {
	id: 'message.getAll',
	name: 'Get Many',
	action: 'Get many messages',
	description: 'Get many messages of a conversation with the agent, questions and answers',
	fields: [threadPicker, ...returnAllFields, cursorFilters],
	options: [idFieldOption],
	async execute(item) {
		return await item.list(readCursorRequest(item));
	},
};
