import type { NodeResource } from '../../../../src/runtime/operation';
import { create } from './create';
import { deleteThread } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const thread: NodeResource = {
	name: 'Thread',
	value: 'thread',
	description: 'A conversation with the agent',
	operations: [create, deleteThread, get, getAll, update],
};
