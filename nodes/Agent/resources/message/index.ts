import type { NodeResource } from '../../../../src/runtime/operation';
import { create } from './create';
import { getAll } from './getAll';

export const message: NodeResource = {
	name: 'Message',
	value: 'message',
	description: 'A question or an answer in a thread',
	operations: [create, getAll],
};
