import type { NodeOperation } from '../../../../src/runtime/operation';
import { ask } from '../../ask/ask';
import { answerFields, answerOutput, askOptions, questionForm } from '../../ask/askFields';

export const create: NodeOperation<'message.create'> = {
	id: 'message.create',
	action: 'Ask agent in existing thread',
	description: 'Ask the agent a question in an existing thread',
	form: questionForm,
	fields: [answerOutput],
	options: askOptions,
	outputFields: answerFields,
	execute: async (item) => await ask(item, item.path),
};
