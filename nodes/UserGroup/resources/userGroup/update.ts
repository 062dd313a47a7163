import { activeField, readActive } from '../../../../src/forms/activeField';
import { changeModeFields, readChangeMode } from '../../../../src/forms/changeSet/changeMode';
import { changeSetProperty, readChangeSets } from '../../../../src/forms/changeSet/changeSet';
import {
	noteUnchanged,
	previewOption,
	unsentItem,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { readEntry } from '../../../../src/forms/collectionEntries';
import { userGroupChangeSets } from '../../../../src/forms/fields/changeSetFields';
import { userGroupFields } from '../../../../src/forms/fields/recordFields';
import { jsonObject } from '../../../../src/forms/jsonField';
import { groupPicker } from '../../../../src/forms/pickers';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { confirmation } from '../../../../src/api/outputFields';
import { defaultScopePrefix } from '../../../../src/api/authorizationServer';
import { operationRow } from '../../../../src/api/operations';
import type { UserGroupUpdate } from '../../../../src/api/records';
import { readDesiredUpdate } from './desired';
import { activeMeaning, groupNameField } from './groupFields';

function readForm(item: ItemContext): UserGroupUpdate {
	return {
		...readEntry({ groupName: item.parameter('groupName', '') }, userGroupFields),
		...readActive(item),
		...readChangeSets(item, userGroupChangeSets),
	};
}

export const update: NodeOperation<'userGroup.update'> = {
	id: 'userGroup.update',
	name: 'Update',
	action: 'Update a user group',
	description: 'Update the name and the access of a user group',
	fields: [
		groupPicker,
		...changeModeFields({
			changes: [
				{
					...groupNameField,
					description: 'New, unique name. Leave empty to keep the current value.',
				},
				activeField('update', activeMeaning),
				...userGroupChangeSets.map(changeSetProperty),
			],
			currentState: `The user group as it is now. Left empty, or without something that Desired State has, it is read from the service first, with one more request of the scope "${defaultScopePrefix}${operationRow('userGroup.get').scope}".`,
			desiredState:
				'Fields you leave out or set to null keep their value. Lists must be complete: entries you leave out are removed. Use IDs, or objects with an ID.',
			jsonBody: 'The body to send, as a JSON object with added and removed lists',
		}),
	],
	options: [previewOption],
	adds: { ...confirmation('userGroup.update', 'success'), changed: 'boolean' },
	async execute(item) {
		const { groupId } = item.path;
		const mode = readChangeMode(item);
		let request: UserGroupUpdate;
		if (mode === 'desired') {
			const update = await readDesiredUpdate(item, groupId);
			const unsent = unsentItem(item, update);
			if (unsent) return [{ ...unsent, groupId }];
			request = update.body ?? {};
		} else {
			request = mode === 'json' ? jsonObject(item, 'JSON Body', 'jsonBody') : readForm(item);
			if (Object.keys(request).length === 0) {
				noteUnchanged(item);
				return [{ changed: false, groupId }];
			}
		}
		const { record } = await item.request({ body: request });
		return [{ ...record, success: true, changed: true, groupId }];
	},
};
