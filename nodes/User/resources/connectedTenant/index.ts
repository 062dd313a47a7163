import type { NodeResource } from '../../../../src/runtime/operation';
import { getAll } from './getAll';

export const connectedTenant: NodeResource = {
	name: 'Connected Tenant',
	value: 'connectedTenant',
	description: 'A tenant that is connected to this one',
	operations: [getAll],
};
