import { readLimit, returnAllFields } from '../../../../src/forms/lists';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'assignment.getAll'> = {
	id: 'assignment.getAll',
	name: 'Get Many',
	action: 'Get many assignments',
	description: 'List the assignments of the agent',
	fields: returnAllFields,
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
