import type { NodeResource } from '../../../shared/node/operation';
import { create } from './create';
import { getAll } from './getAll';

export const message: NodeResource = {
	name: 'Message',
	value: 'message',
	operations: [create, getAll],
};
