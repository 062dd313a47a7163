import type { NodeResource } from '../../../../src/runtime/operation';
import { getAll } from './getAll';

export const member: NodeResource = {
	name: 'Member',
	value: 'member',
	description: 'A user in a user group',
	operations: [getAll],
};
