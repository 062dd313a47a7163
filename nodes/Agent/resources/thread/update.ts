import type { BodyForm } from '../../../../src/forms/body';
import { stringField } from '../../../../src/forms/fields/field';
import type { NodeOperation } from '../../../../src/runtime/operation';

const form: BodyForm = {
	collection: 'updateFields',
	optional: [stringField('name', 'Sales in spring')],
};

export const update: NodeOperation<'thread.update'> = {
	id: 'thread.update',
	description: 'Update the name of a thread',
	form,
	confirms: 'success',
	change: (wanted) => ({ get: 'thread.get', wanted }),
};
