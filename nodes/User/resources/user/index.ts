import type { NodeResource } from '../../../../src/runtime/operation';
import { checkAvailability } from './checkAvailability';
import { create } from './create';
import { deleteUser } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { sendInvitation } from './sendInvitation';
import { update } from './update';
import { upsert } from './upsert';

export const user: NodeResource = {
	name: 'User',
	value: 'user',
	description: 'A user account of the platform',
	operations: [checkAvailability, create, upsert, deleteUser, get, getAll, sendInvitation, update],
};
