import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';

export const connectedTenant = resourceOf('A tenant connected to the current tenant', [
	getMany(
		'whole',
		'connectedTenant.getAll',
		'Get connected tenants, including the current one. Empty if your setup has none.',
	),
]);
