import { readText, textParameter } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { ask } from '../../ask/ask';
import { answerFields, answerOptions, questionFields } from '../../ask/askFields';

const threadId = textParameter(
	'threadId',
	'{{ $json.threadId }}',
	'Thread to continue. Leave empty to start a new one.',
);

export const create: NodeOperation<'thread.create'> = {
	id: 'thread.create',
	name: 'Create',
	action: 'Ask business agent in new thread',
	description: 'Ask the agent a question in a new thread',
	fields: questionFields,
	options: [...answerOptions, threadId],
	outputFields: answerFields,
	execute: async (item) => await ask(item, readText(item, threadId, 'options')),
};
