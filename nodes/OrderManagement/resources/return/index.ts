import type { NodeResource } from '../../../../src/runtime/operation';
import { create } from './create';

export const returnResource: NodeResource = {
	name: 'Return',
	value: 'return',
	description: 'Goods that a customer sends back',
	operations: [create],
};
