import type { PathValues } from '../../../../src/api/operations';
import type { FormItem } from '../../../../src/forms/formItem';
import { readText, textParameter } from '../../../../src/forms/parameters';
import { checkPath } from '../../../../src/http/path';
import { getMany } from '../../../../src/runtime/getMany';
import { type NodeOperation, resourceOf } from '../../../../src/runtime/operation';
import { ask } from '../../ask/ask';
import { answerFields, answerOutput, askOptions, questionForm } from '../../ask/askFields';

const threadId = textParameter(
	'threadId',
	'{{ $json.threadId }}',
	'Thread to ask in. If empty or not found, the question starts a new thread.',
);

function existingThread(item: FormItem): PathValues {
	const id = readText(item, threadId, 'options');
	if (id === undefined) return {};
	return checkPath('message.create', { threadId: id }, threadId.displayName);
}

const create: NodeOperation = {
	id: 'thread.create',
	action: 'Ask agent in new thread',
	description: 'Ask the agent a question in a new thread',
	form: questionForm,
	fields: [answerOutput],
	options: [...askOptions, threadId],
	outputFields: { ...answerFields, newThread: 'boolean' },
	changed: existingThread,
	execute: async (item) => await ask(item, existingThread(item).threadId?.toString()),
};

export const thread = resourceOf('A conversation with the agent', [
	create,
	{ id: 'thread.delete', description: 'Mark a thread as deleted' },
	{ id: 'thread.get', description: 'Get a thread' },
	getMany('whole', 'thread.getAll', 'Get your threads with the agent'),
	{
		id: 'thread.update',
		description: 'Update the name of a thread',
		form: { collection: 'updateFields', optional: [textParameter('name', 'Sales in spring')] },
		verification: (names) => ({ read: (record) => names.toBody('thread', record) }),
	},
]);
