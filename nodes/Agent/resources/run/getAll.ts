import { readLimit, returnAllFields } from '../../../shared/form/lists';
import { assignmentPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';

export const getAll: NodeOperation<'run.getAll'> = {
	id: 'run.getAll',
	name: 'Get Many',
	action: 'Get many runs',
	description: 'Get many runs of an assignment',
	fields: [assignmentPicker, ...returnAllFields],
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
