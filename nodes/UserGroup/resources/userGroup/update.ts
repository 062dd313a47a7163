import { activeField } from '../../../shared/form/active';
import { type ChangeMode, changeModeFields } from '../../../shared/form/changeMode';
import { changeSetProperty, readChangeSets } from '../../../shared/form/changeSet';
import { userGroupChangeSets } from '../../../shared/form/fields/changeSets';
import { jsonObject } from '../../../shared/form/json';
import { groupPicker } from '../../../shared/form/pickers';
import type { ItemContext, NodeOperation } from '../../../shared/node/operation';
import { operationRow } from '../../../shared/service/operations';
import type { UserGroupUpdate } from '../../../shared/service/records';
import { readDesiredUpdate } from './desired';
import { activeMeaning, groupNameField } from './fields';

function readForm(item: ItemContext): UserGroupUpdate {
	const groupName = String(item.parameter<unknown>('groupName', '') ?? '').trim();
	const active = item.parameter<boolean | ''>('active', '');
	return {
		...(groupName === '' ? {} : { groupName }),
		...(active === '' ? {} : { active }),
		...readChangeSets(item, userGroupChangeSets),
	};
}

async function readUpdate(item: ItemContext, groupId: number): Promise<UserGroupUpdate> {
	const mode = item.parameter<ChangeMode>('changeMode', 'changes');
	if (mode === 'desired') return await readDesiredUpdate(item, groupId);
	return mode === 'json' ? jsonObject(item, 'JSON Body', 'jsonBody') : readForm(item);
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
			currentState: `The user group as it is now. Leave it empty to have the node read the group first, with one more request of the scope "${operationRow('userGroup.get').scope}".`,
			desiredState:
				'The user group as it should be. What it lacks stays as it is; a list that is there is complete, so that whatever it lacks is removed. Lists hold IDs or records with them.',
			jsonBody: 'The body to send, as a JSON object with added and removed lists',
		}),
	],
	async execute(item) {
		const request = await readUpdate(item, item.path.groupId);
		if (Object.keys(request).length === 0) return [{ changed: false, ...item.path }];
		const { record } = await item.request({ body: request });
		return [{ ...record, success: true, changed: true, ...item.path }];
	},
};
