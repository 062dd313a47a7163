import { type BodyForm, bodyProperties, readContent } from '../../../../src/forms/body';
import { stringField } from '../../../../src/forms/fields/field';
import { threadPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { verifyOption, verifyOutput } from '../../../../src/runtime/verify';

const form: BodyForm = {
	hasAssumedNames: true,
	fields: [],
	collection: 'updateFields',
	optional: [stringField('name', 'Sales in spring')],
};

export const update: NodeOperation<'thread.update'> = {
	id: 'thread.update',
	name: 'Update',
	action: 'Update thread',
	description: 'Update the name of a thread',
	fields: [threadPicker, ...bodyProperties(form)],
	options: [verifyOption(false)],
	confirms: 'success',
	outputFields: verifyOutput,
	body: (item) => readContent(item, form),
	change: (wanted) => ({ get: 'thread.get', wanted }),
};
