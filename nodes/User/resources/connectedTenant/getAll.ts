import { readLimit, returnAllFields } from '../../../shared/descriptions/lists';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readList } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'connectedTenant.getAll',
	name: 'Get Many',
	action: 'Get many connected tenants',
	description:
		'Get many connected tenants, the current one included; none where the setup has none',
	fields: returnAllFields,
	async execute(item) {
		return await readList(item.node, item.service, this.id, { limit: readLimit(item) });
	},
};
