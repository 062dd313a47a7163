import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'connectedTenant.getAll',
	action: 'Get many connected tenants',
	description: 'List connected tenants, including this one. Empty if your setup has none.',
});
