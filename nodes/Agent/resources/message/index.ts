import { getMany } from '../../../../src/runtime/getMany';
import { type ItemContext, resourceOf } from '../../../../src/runtime/operation';
import { ask } from '../../ask/ask';
import { answerFields, answerOutput, askOptions, questionForm } from '../../ask/askFields';

export const message = resourceOf('A question or an answer in a thread', [
	{
		id: 'message.create',
		action: 'Ask agent in existing thread',
		description: 'Ask the agent a question in an existing thread',
		form: questionForm,
		fields: [answerOutput],
		options: askOptions,
		outputFields: answerFields,
		execute: async (item: ItemContext) => await ask(item, String(item.path.threadId)),
	},
	getMany('cursor', 'message.getAll', 'Get the questions and answers of a thread'),
]);
