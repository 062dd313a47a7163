import { type ChangeMode, changeModeFields } from '../../../shared/form/changeMode';
import { changeSetProperty, readChangeSets } from '../../../shared/form/changeSet';
import { propertyKeyChangeSets } from '../../../shared/form/fields/changeSets';
import { jsonObject } from '../../../shared/form/json';
import {
	propertyKeyAdditionalFields,
	propertyKeyNameField,
	readPropertyKeyFields,
	requirePropertyKeyName,
} from '../../../shared/form/propertyKey';
import type { ItemContext, NodeOperation } from '../../../shared/node/operation';
import type { PropertyKeyUpdate } from '../../../shared/service/records';
import { readDesiredUpdate } from './desired';

/** The body to send; undefined where nothing changes. */
function readUpdate(item: ItemContext, propertyKeyId: number): PropertyKeyUpdate | undefined {
	const mode = item.parameter<ChangeMode>('changeMode', 'changes');
	if (mode === 'desired') return readDesiredUpdate(item, propertyKeyId);
	const body: Partial<PropertyKeyUpdate> =
		mode === 'json'
			? jsonObject(item, 'JSON Body', 'jsonBody')
			: { ...readPropertyKeyFields(item), ...readChangeSets(item, propertyKeyChangeSets) };
	requirePropertyKeyName(item, body);
	return body;
}

export const update: NodeOperation<'propertyKey.update'> = {
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
		const request = readUpdate(item, item.path.propertyKeyId);
		if (!request) return [{ changed: false, ...item.path }];
		const { record } = await item.request({ body: request });
		return [{ ...item.path, ...record, changed: true }];
	},
};
