import { readLimit, returnAllFields } from '../../../../src/forms/lists';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getAll: NodeOperation<'connectedTenant.getAll'> = {
	id: 'connectedTenant.getAll',
	name: 'Get Many',
	action: 'Get many connected tenants',
	description: 'List connected tenants, including this one. Empty if your setup has none.',
	fields: returnAllFields,
	async execute(item) {
		return await item.list({ limit: readLimit(item) });
	},
};
