import { readLimit, returnAllFields } from '../../../../src/forms/lists';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'report.getAll'> = {
	id: 'report.getAll',
	name: 'Get Many',
	action: 'Get many reports for user groups',
	description: 'List reports that user groups can have access to',
	fields: returnAllFields,
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
