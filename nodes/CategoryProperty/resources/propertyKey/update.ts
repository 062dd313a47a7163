import type { IDataObject } from 'n8n-workflow';
import {
	type ChangeMode,
	changeModeFields,
	changeSetProperty,
} from '../../../shared/descriptions/changeSet';
import {
	propertyKeyAdditionalFields,
	propertyKeyNameField,
	readPropertyKeyFields,
	requirePropertyKeyName,
} from '../../../shared/descriptions/propertyKey';
import { readChangeSet } from '../../../shared/execution/changeSet';
import { jsonObject } from '../../../shared/execution/jsonParameter';
import type { ItemContext, NodeOperation } from '../../../shared/execution/operation';
import { propertyKeyChangeSets } from '../../../shared/service/changeSetFields';
import { asRecord } from '../../../shared/transport/answer';
import { checkPathParameter } from '../../../shared/transport/path';
import { readDesiredUpdate } from './desired';

function readForm(item: ItemContext): IDataObject {
	const body = readPropertyKeyFields(item);
	for (const field of propertyKeyChangeSets) {
		const changeSet = readChangeSet(item, field);
		if (changeSet) body[field.name] = changeSet;
	}
	return body;
}

/** The body to send; undefined where nothing changes. */
function readUpdate(item: ItemContext, propertyKeyId: number): IDataObject | undefined {
	const mode = item.parameter<ChangeMode>('changeMode', 'changes');
	if (mode === 'desired') return readDesiredUpdate(item, propertyKeyId);
	const body = mode === 'json' ? jsonObject(item, 'JSON Body', 'jsonBody') : readForm(item);
	requirePropertyKeyName(item, body);
	return body;
}

export const update: NodeOperation = {
	id: 'propertyKey.update',
	name: 'Update',
	action: 'Update a property key',
	description: 'Change a category property with its translations and predefined values',
	fields: [
		{
			displayName: 'Property Key ID',
			name: 'propertyKeyId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 700',
			description: 'The key of a category property',
		},
		...changeModeFields({
			changes: [
				{
					...propertyKeyNameField,
					hint: 'Needed in every update: the new name, or the one that the key has',
				},
				{
					...propertyKeyAdditionalFields,
					description:
						'The fields that the key has or is to have: the service may take those left out for empty',
				},
				...propertyKeyChangeSets.map(changeSetProperty),
			],
			currentState:
				'The property key as it is now, as an earlier answer of the service gave it, with the IDs of its values. Lists that are not there count as empty.',
			desiredState:
				'The property key as it should be. What it lacks stays as it is; a list that is there is complete, so that whatever it lacks is removed. Values are found again by their ID, else by their name; translations by their language.',
			jsonBody:
				'The body to send, as a JSON object with the name and with added, modified and removed lists',
		}),
	],
	async execute(item) {
		const text = checkPathParameter(item.node, 'propertyKeyId', item.parameter('propertyKeyId'));
		const path = { propertyKeyId: Number(text) };
		const request = readUpdate(item, path.propertyKeyId);
		if (!request) return [{ changed: false, ...path }];
		const { body } = await item.service.request(this.id, { path, body: request });
		return [{ ...path, ...asRecord(body), changed: true }];
	},
};
