import { formList } from '../../../../src/forms/collectionEntries';
import { readChanges } from '../../../../src/forms/changeSet/changeSet';
import {
	changeModeFields,
	currentStateField,
	desiredStateField,
	isDesiredMode,
} from '../../../../src/forms/changeSet/desiredUpdate';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { groupTable, groupVerification, keyedState, readDesiredUpdate } from './desired';

export const update: NodeOperation = {
	id: 'userGroup.update',
	description: 'Update the name and access of a user group',
	fields: changeModeFields(groupTable, [], []),
	keyedLists: [
		{ parameter: 'reports', read: (form) => formList(form, 'reports') },
		keyedState(desiredStateField.name),
	],
	options: [
		{
			...currentStateField,
			displayOptions: { show: { '/changeMode': ['desired'] } },
			description:
				"The user group as it is now, with each list of 'Desired State'. If not set, the node reads it from the service.",
		},
	],
	async plan(item) {
		if (isDesiredMode(item)) return await readDesiredUpdate(item, Number(item.path.groupId));
		return { body: readChanges(item, groupTable), summary: [] };
	},
	verification: groupVerification,
};
