import type { NodeResource } from '../../../shared/node/operation';
import { create } from './create';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	operations: [create],
};
