import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'connectedTenant.getAll',
	action: 'Get many connected tenants',
	description: 'Get connected tenants, including the current one. Empty if your setup has none.',
});
