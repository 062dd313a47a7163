import { bodyProperties } from '../../../../src/forms/body';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { newGroup, readNewGroup } from './userGroupFields';

export const create: NodeOperation<'userGroup.create'> = {
	id: 'userGroup.create',
	name: 'Create',
	action: 'Create user group',
	description: 'Create a user group',
	fields: bodyProperties(newGroup),
	body: readNewGroup,
};
