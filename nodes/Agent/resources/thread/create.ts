import { readText } from '../../../../src/forms/value';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { ask } from '../../ask/ask';
import { answerFields, answerOptions, questionFields } from '../../ask/askFields';

export const create: NodeOperation<'thread.create'> = {
	id: 'thread.create',
	name: 'Create',
	action: 'Ask business agent in new thread',
	description: 'Ask the agent a question in a new thread',
	fields: questionFields,
	options: [
		...answerOptions,
		{
			displayName: 'Thread ID',
			name: 'threadId',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.threadId }}',
			description: 'Thread to continue. Leave empty to start a new one.',
		},
	],
	outputFields: answerFields,
	async execute(item) {
		const { threadId } = item.parameter<{ threadId?: unknown }>('options', {});
		return await ask(item, readText('Thread ID', threadId));
	},
};
