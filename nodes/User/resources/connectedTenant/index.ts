import type { NodeResource } from '../../../shared/node/operation';
import { getAll } from './getAll';

export const connectedTenant: NodeResource = {
	name: 'Connected Tenant',
	value: 'connectedTenant',
	operations: [getAll],
};
