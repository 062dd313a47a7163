import {
	type ChangeMode,
	changeModeFields,
	readChangeMode,
} from '../../../../src/forms/changeSet/changeMode';
import { changeSetProperty, readChangeSets } from '../../../../src/forms/changeSet/changeSet';
import { previewOption, unsentItem } from '../../../../src/forms/changeSet/desiredUpdate';
import { propertyKeyChangeSets } from '../../../../src/forms/fields/changeSetFields';
import { propertyKeyOutput } from '../../../../src/forms/fields/outputChoices';
import { jsonObject } from '../../../../src/forms/jsonField';
import {
	propertyKeyAdditionalFields,
	propertyKeyNameField,
	readPropertyKeyFields,
	requirePropertyKeyName,
} from '../../../../src/forms/propertyKeyFields';
import { type RecordOutput, readOutput, simplifyFields } from '../../../../src/forms/simplify';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import type { PropertyKeyUpdate } from '../../../../src/api/records';
import { readDesiredUpdate } from './desired';

/** A Desired State gives the whole record, which can be the Current State of a step that follows. */
const output: RecordOutput = {
	...propertyKeyOutput,
	displayOptions: { hide: { changeMode: ['desired'] } },
};

/** The body of the modes in which the user says what is to change. */
function readUpdate(item: ItemContext, mode: ChangeMode): PropertyKeyUpdate {
	const body: Partial<PropertyKeyUpdate> =
		mode === 'json'
			? jsonObject(item, 'JSON Body', 'jsonBody')
			: { ...readPropertyKeyFields(item), ...readChangeSets(item, propertyKeyChangeSets) };
	requirePropertyKeyName(body);
	return body;
}

export const update: NodeOperation<'propertyKey.update'> = {
	id: 'propertyKey.update',
	name: 'Update',
	action: 'Update a property key',
	description: 'Update a category property with its translations and values',
	fields: [
		{
			displayName: 'Property Key ID',
			name: 'propertyKeyId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 700',
			description: "The API can't list property keys. Copy the ID from your product data.",
		},
		...changeModeFields({
			changes: [
				{
					...propertyKeyNameField,
					hint: 'Required. To keep the name, enter the current one.',
				},
				{
					...propertyKeyAdditionalFields,
					description:
						"An update may clear fields you don't fill in. Add all fields the key should keep.",
				},
				...propertyKeyChangeSets.map(changeSetProperty),
			],
			needsCurrentState: true,
			needsJsonBody: true,
			currentState:
				'The current property key. Use the output of an earlier Update, including all lists and IDs.',
			desiredState:
				'The property key as it should be. What it lacks, or has as null, stays as it is; an empty text clears. A list that is there must be complete: whatever it lacks is removed, in whatever order; only Sort says where an entry stands. Values are found again by their ID, else by their name, in which case matters; translations by their language, in which it does not.',
			jsonBody:
				'The body to send, as a JSON object with the name and with added, modified and removed lists',
		}),
		...simplifyFields(output),
	],
	options: [previewOption],
	output,
	adds: { changed: 'boolean' },
	async execute(item) {
		const { propertyKeyId } = item.path;
		const mode = readChangeMode(item);
		let body: PropertyKeyUpdate | undefined;
		if (mode === 'desired') {
			const update = readDesiredUpdate(item, propertyKeyId);
			const unsent = unsentItem(item, update);
			if (unsent) return [{ ...unsent, propertyKeyId }];
			({ body } = update);
		} else {
			body = readUpdate(item, mode);
		}
		const shown = mode === 'desired' ? undefined : readOutput(item, output);
		const { record } = await item.request({ body });
		return [{ propertyKeyId, ...(shown?.(record) ?? record), changed: true }];
	},
};
