import type { NodeResource } from '../../../shared/execution/operation';
import { create } from './create';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	operations: [create],
};
