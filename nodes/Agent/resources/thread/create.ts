import { readText } from '../../../../src/forms/value';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { answerFields } from '../../../../src/agent/answer/answer';
import { ask } from '../../ask/ask';
import { answerOptions, questionFields } from '../../ask/askFields';

export const create: NodeOperation<'thread.create'> = {
	id: 'thread.create',
	name: 'Create',
	action: 'Ask the business agent a question in a new thread',
	description:
		'Ask the business agent a question and get its answer. The answer carries the ID of its thread, in which the conversation can go on.',
	fields: questionFields,
	options: [
		...answerOptions,
		{
			displayName: 'Thread ID',
			name: 'threadId',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.threadId }}',
			description:
				'An earlier thread to go on with, for example the one that the session of the caller remembers. When empty, a new thread begins.',
		},
	],
	adds: answerFields,
	async execute(item) {
		const { threadId } = item.parameter<{ threadId?: unknown }>('options', {});
		return await ask(item, readText('Thread ID', threadId));
	},
};
