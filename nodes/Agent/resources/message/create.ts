import { threadPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { ask } from '../../ask/ask';
import { answerFields, answerOptions, questionFields } from '../../ask/askFields';

export const create: NodeOperation<'message.create'> = {
	id: 'message.create',
	name: 'Create',
	action: 'Ask business agent in existing thread',
	description: 'Ask the agent a question in an existing thread',
	fields: [threadPicker, ...questionFields],
	options: answerOptions,
	outputFields: answerFields,
	execute: async (item) => await ask(item, item.path),
};
