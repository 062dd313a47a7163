import type { NodeResource } from '../../../../src/runtime/operation';
import { update } from './update';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	description: 'A product category property with predefined values',
	operations: [update],
};
