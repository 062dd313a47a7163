import type { NodeResource } from '../../../../src/runtime/operation';
import { create } from './create';
import { deleteUserGroup } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const userGroup: NodeResource = {
	name: 'User Group',
	value: 'userGroup',
	description: 'Users with the same roles, reports, and other access',
	operations: [create, upsert, deleteUserGroup, get, getAll, update],
};
