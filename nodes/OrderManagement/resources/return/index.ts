import type { NodeResource } from '../../../shared/execution/operation';
import { create } from './create';

export const returnResource: NodeResource = {
	name: 'Return',
	value: 'return',
	operations: [create],
};
