import { readLimit, returnAllFields } from '../../../../src/forms/lists';
import { assignmentPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'run.getAll'> = {
	id: 'run.getAll',
	name: 'Get Many',
	action: 'Get many runs',
	description: 'List the runs of an assignment',
	fields: [assignmentPicker, ...returnAllFields],
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
