import { activeField, readActive } from '../../../shared/form/active';
import { changeModeFields, readChangeMode } from '../../../shared/form/changeMode';
import { changeSetProperty, readChangeSets } from '../../../shared/form/changeSet';
import { noteUnchanged, previewOption, unsentItem } from '../../../shared/form/desiredUpdate';
import { readEntry } from '../../../shared/form/entries';
import { userGroupChangeSets } from '../../../shared/form/fields/changeSets';
import { userGroupFields } from '../../../shared/form/fields/records';
import { jsonObject } from '../../../shared/form/json';
import { groupPicker } from '../../../shared/form/pickers';
import type { ItemContext, NodeOperation } from '../../../shared/node/operation';
import { confirmation } from '../../../shared/node/outputFields';
import { defaultScopePrefix } from '../../../shared/service/authorization';
import { operationRow } from '../../../shared/service/operations';
import type { UserGroupUpdate } from '../../../shared/service/records';
import { readDesiredUpdate } from './desired';
import { activeMeaning, groupNameField } from './fields';

function readForm(item: ItemContext): UserGroupUpdate {
	return {
		...readEntry(item.node, { groupName: item.parameter('groupName', '') }, userGroupFields),
		...readActive(item),
		...readChangeSets(item, userGroupChangeSets),
	};
}

export const update: NodeOperation<'userGroup.update'> = {
	id: 'userGroup.update',
	name: 'Update',
	action: 'Update a user group',
	description: 'Change the name of a user group and what it has access to',
	fields: [
		groupPicker,
		...changeModeFields({
			changes: [
				{
					...groupNameField,
					description:
						'A new name, which no other user group may have. Leave it empty to keep the name.',
				},
				activeField('update', activeMeaning),
				...userGroupChangeSets.map(changeSetProperty),
			],
			currentState: `The user group as it is now. Left empty, or without something that Desired State has, it is read from the service first, with one more request of the scope "${defaultScopePrefix}${operationRow('userGroup.get').scope}".`,
			desiredState:
				'The user group as it should be. What it lacks, or has as null, stays as it is. A list that is there must be complete: whatever it lacks is removed, in whatever order. Lists hold IDs or records with them.',
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
