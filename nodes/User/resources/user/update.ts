import { bodyProperties, readContent } from '../../../../src/forms/body';
import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { verifyOption, verifyOutput } from '../../../../src/runtime/verify';
import { changedUser, checkAddress, keyedGroups, userChange } from './userFields';

export const update: NodeOperation<'user.update'> = {
	id: 'user.update',
	name: 'Update',
	action: 'Update user',
	description: 'Update the fields of a user',
	fields: [userPicker, ...bodyProperties(changedUser)],
	keyedLists: [keyedGroups(changedUser.collection)],
	options: [verifyOption(false)],
	confirms: 'success',
	outputFields: verifyOutput,
	body: (item) => checkAddress(readContent(item, changedUser)),
	change: userChange,
};
