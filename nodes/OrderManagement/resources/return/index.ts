import type { NodeResource } from '../../../shared/node/operation';
import { create } from './create';

export const returnResource: NodeResource = {
	name: 'Return',
	value: 'return',
	operations: [create],
};
