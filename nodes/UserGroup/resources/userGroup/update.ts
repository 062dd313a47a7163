import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { changeSetProperty } from '../../../shared/descriptions/changeSet';
import { groupPicker } from '../../../shared/descriptions/pickers';
import { readChangeSet } from '../../../shared/execution/changeSet';
import { jsonObject } from '../../../shared/execution/jsonParameter';
import type { ItemContext, NodeOperation } from '../../../shared/execution/operation';
import { userGroupChangeSets } from '../../../shared/service/changeSetFields';
import { asRecord } from '../../../shared/transport/answer';
import { activeField, groupNameField } from './fields';

function shownFor(changeMode: string, fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: { show: { changeMode: [changeMode] } },
	}));
}

function readForm(item: ItemContext): IDataObject {
	const body: IDataObject = {};
	const groupName = item.parameter('groupName', '').trim();
	const active = item.parameter<boolean | ''>('active', '');
	if (groupName !== '') body.groupName = groupName;
	if (active !== '') body.active = active;
	for (const field of userGroupChangeSets) {
		const changeSet = readChangeSet(item, field);
		if (changeSet) body[field.name] = changeSet;
	}
	return body;
}

export const update: NodeOperation = {
	id: 'userGroup.update',
	name: 'Update',
	action: 'Update a user group',
	description: 'Change the name of a user group and what it has access to',
	fields: [
		groupPicker,
		{
			displayName: 'Change Mode',
			name: 'changeMode',
			type: 'options',
			options: [
				{
					name: 'Changes',
					value: 'changes',
					description: 'Fill in what to add and what to remove',
				},
				{ name: 'JSON', value: 'json', description: 'Write the body that is sent as it is' },
			],
			default: 'changes',
			description: 'How to say what is to change',
		},
		...shownFor('changes', [
			groupNameField,
			activeField,
			...userGroupChangeSets.map(changeSetProperty),
		]),
		...shownFor('json', [
			{
				displayName: 'JSON Body',
				name: 'jsonBody',
				type: 'json',
				default: '{}',
				description: 'The body to send, as a JSON object with added and removed lists',
			},
		]),
	],
	async execute(item) {
		const groupId = item.parameter<number>('groupId');
		const request =
			item.parameter<string>('changeMode', 'changes') === 'json'
				? jsonObject(item, 'JSON Body', 'jsonBody')
				: readForm(item);
		const identified = { groupId: Number(groupId) };
		if (Object.keys(request).length === 0) return [{ changed: false, ...identified }];
		const { body } = await item.service.request(this.id, { path: { groupId }, body: request });
		return [{ ...asRecord(body), success: true, changed: true, ...identified }];
	},
};
