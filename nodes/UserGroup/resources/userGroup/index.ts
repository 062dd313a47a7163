import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { update } from './update';
import { upsert } from './upsert';
import { newGroup } from './userGroupFields';

export const userGroup = resourceOf('Users with the same roles, reports, and other access', [
	{ id: 'userGroup.create', description: 'Create a user group', form: newGroup },
	upsert,
	{ id: 'userGroup.delete', description: "Delete a user group that isn't in use" },
	{ id: 'userGroup.get', description: 'Get a user group' },
	getMany('search', 'userGroup.getAll', 'Get user groups, optionally filtered by keywords'),
	update,
]);
