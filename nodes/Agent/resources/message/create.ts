import { threadPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';
import { answerFields } from '../../answer/answer';
import { ask } from '../../answer/ask';
import { answerOptions, questionFields } from '../../answer/fields';

export const create: NodeOperation<'message.create'> = {
	id: 'message.create',
	name: 'Create',
	action: 'Ask the business agent a further question in an earlier thread',
	description:
		'Ask the business agent a further question in an earlier conversation and get its answer',
	fields: [threadPicker, ...questionFields],
	options: answerOptions,
	adds: answerFields,
	async execute(item) {
		return await ask(item, item.path.threadId);
	},
};
