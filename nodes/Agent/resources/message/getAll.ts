import {
	cursorFilters,
	readCursor,
	readLimit,
	returnAllFields,
} from '../../../shared/descriptions/lists';
import { threadPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readAfterCursor } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'message.getAll',
	name: 'Get Many',
	action: 'Get many messages',
	description: 'Get many messages of a conversation with the agent, questions and answers',
	fields: [threadPicker, ...returnAllFields, cursorFilters],
	async execute(item) {
		return await readAfterCursor(item.node, item.service, this.id, {
			path: { threadId: item.parameter<string>('threadId') },
			kind: 'message',
			limit: readLimit(item),
			searchAfterId: readCursor(item),
		});
	},
};
