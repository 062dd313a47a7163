import type { NodeResource } from '../../../../src/runtime/operation';
import { create } from './create';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	description: 'A property that distinguishes product variants, with predefined values',
	operations: [create],
};
