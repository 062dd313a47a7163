import type { NodeResource } from '../../../shared/execution/operation';
import { update } from './update';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	operations: [update],
};
