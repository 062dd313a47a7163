import type { NodeResource } from '../../../../src/runtime/operation';
import { abort } from './abort';
import { create } from './create';
import { deleteAssignment } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { run } from './run';
import { update } from './update';

export const assignment: NodeResource = {
	name: 'Assignment',
	value: 'assignment',
	description: 'A task that the agent can run repeatedly',
	operations: [abort, create, deleteAssignment, get, getAll, run, update],
};
