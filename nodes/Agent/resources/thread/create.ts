import { readText } from '../../../shared/form/value';
import type { NodeOperation } from '../../../shared/node/operation';
import { answerFields } from '../../answer/answer';
import { ask } from '../../answer/ask';
import { answerOptions, questionFields } from '../../answer/fields';

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
		return await ask(item, readText(item.node, 'Thread ID', threadId));
	},
};
