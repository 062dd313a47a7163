import { threadPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { ask } from '../../answer/ask';
import { answerOptions, questionFields } from '../../answer/fields';

export const create: NodeOperation = {
	id: 'message.create',
	name: 'Create',
	action: 'Ask the agent in an earlier thread',
	description:
		'Ask the business agent a further question in an earlier conversation and get its answer',
	fields: [threadPicker, ...questionFields],
	options: answerOptions,
	async execute(item) {
		return await ask(item, item.parameter<string>('threadId'));
	},
};
