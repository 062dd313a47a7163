import type { NodeResource } from '../../../../src/runtime/operation';
import { getAll } from './getAll';

export const connectedTenant: NodeResource = {
	name: 'Connected Tenant',
	value: 'connectedTenant',
	description: 'A tenant connected to the current tenant',
	operations: [getAll],
};
