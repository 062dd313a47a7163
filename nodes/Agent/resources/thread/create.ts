import { checkPath } from '../../../../src/http/path';
import { readText, textParameter } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { ask } from '../../ask/ask';
import { answerFields, answerOutput, askOptions, questionForm } from '../../ask/askFields';

const threadId = textParameter(
	'threadId',
	'{{ $json.threadId }}',
	'Thread to ask in. If empty or not found, the question starts a new thread.',
);

export const create: NodeOperation<'thread.create'> = {
	id: 'thread.create',
	action: 'Ask agent in new thread',
	description: 'Ask the agent a question in a new thread',
	form: questionForm,
	fields: [answerOutput],
	options: [...askOptions, threadId],
	outputFields: { ...answerFields, newThread: 'boolean' },
	async execute(item) {
		const id = readText(item, threadId, 'options');
		if (id === undefined) return await ask(item);
		return await ask(item, checkPath('message.create', { threadId: id }, threadId.displayName));
	},
};
