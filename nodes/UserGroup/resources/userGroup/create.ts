import type { NodeOperation } from '../../../../src/runtime/operation';
import { newGroup, readNewGroup } from './userGroupFields';

export const create: NodeOperation<'userGroup.create'> = {
	id: 'userGroup.create',
	description: 'Create a user group',
	form: newGroup,
	body: readNewGroup,
};
