import type { IDataObject } from 'n8n-workflow';
import { activeField } from '../../../shared/descriptions/active';
import {
	type ChangeMode,
	changeModeFields,
	changeSetProperty,
} from '../../../shared/descriptions/changeSet';
import { groupPicker } from '../../../shared/descriptions/pickers';
import { readChangeSet } from '../../../shared/execution/changeSet';
import { jsonObject } from '../../../shared/execution/jsonParameter';
import type { ItemContext, NodeOperation } from '../../../shared/execution/operation';
import { userGroupChangeSets } from '../../../shared/service/changeSetFields';
import { operationRow } from '../../../shared/service/operations';
import { asRecord } from '../../../shared/transport/answer';
import { checkPathParameter } from '../../../shared/transport/path';
import { readDesiredUpdate } from './desired';
import { activeMeaning, groupNameField } from './fields';

function readForm(item: ItemContext): IDataObject {
	const body: IDataObject = {};
	const groupName = String(item.parameter<unknown>('groupName', '') ?? '').trim();
	const active = item.parameter<boolean | ''>('active', '');
	if (groupName !== '') body.groupName = groupName;
	if (active !== '') body.active = active;
	for (const field of userGroupChangeSets) {
		const changeSet = readChangeSet(item, field);
		if (changeSet) body[field.name] = changeSet;
	}
	return body;
}

async function readUpdate(item: ItemContext, groupId: number): Promise<IDataObject> {
	const mode = item.parameter<ChangeMode>('changeMode', 'changes');
	if (mode === 'desired') return await readDesiredUpdate(item, groupId);
	return mode === 'json' ? jsonObject(item, 'JSON Body', 'jsonBody') : readForm(item);
}

export const update: NodeOperation = {
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
		const text = checkPathParameter(item.node, 'groupId', item.parameter('groupId'));
		const path = { groupId: Number(text) };
		const request = await readUpdate(item, path.groupId);
		if (Object.keys(request).length === 0) return [{ changed: false, ...path }];
		const { body } = await item.service.request(this.id, { path, body: request });
		return [{ ...asRecord(body), success: true, changed: true, ...path }];
	},
};
