import { readContent } from '../../../../src/forms/body';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { changedUser, checkAddress, keyedGroups, userChange } from './userFields';

export const update: NodeOperation<'user.update'> = {
	id: 'user.update',
	description: 'Update the fields of a user',
	form: changedUser,
	keyedLists: [keyedGroups(changedUser.collection)],
	confirms: 'success',
	body: (item) => checkAddress(readContent(item, changedUser)),
	change: userChange,
};
