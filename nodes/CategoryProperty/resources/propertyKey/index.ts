import type { NodeResource } from '../../../../src/runtime/operation';
import { update } from './update';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	description: 'A property of the products of a category, with predefined values',
	operations: [update],
};
