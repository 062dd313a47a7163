import type { NodeResource } from '../../../../src/runtime/operation';
import { create } from './create';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	description: 'A property in which the variants of a product differ, with predefined values',
	operations: [create],
};
