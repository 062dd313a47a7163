import type { NodeResource } from '../../../shared/execution/operation';
import { create } from './create';
import { getAll } from './getAll';

export const message: NodeResource = {
	name: 'Message',
	value: 'message',
	operations: [create, getAll],
};
