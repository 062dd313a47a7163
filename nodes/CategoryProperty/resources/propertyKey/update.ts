import type { PropertyKeyUpdate } from '../../../../src/api/records';
import { readChanges } from '../../../../src/forms/changeSet/changeSet';
import {
	changeModeFields,
	changesOf,
	changesOutput,
	currentStateField,
	isDesiredMode,
	unchangedItem,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { readFields } from '../../../../src/forms/collectionEntries';
import { entryProperty } from '../../../../src/forms/formProperties';
import {
	propertyKeyOutput,
	propertyKeyName,
	requirePropertyKeyName,
} from '../../../../src/forms/fields/propertyKeyFields';
import { notice, textParameter } from '../../../../src/forms/parameters';
import { type RecordOutput, readOutput, simplifyFields } from '../../../../src/forms/simplify';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { withDetails } from '../../../../src/runtime/preview';
import { keyTable, readDesiredUpdate } from './desired';

/** In Desired State the item is the whole record, the Current State of the next update. */
const output: RecordOutput = {
	...propertyKeyOutput,
	displayOptions: { hide: { changeMode: ['desired'] } },
};

function readUpdate(item: ItemContext): PropertyKeyUpdate {
	const name = readFields({ name: item.parameter('name', '') }, [propertyKeyName]);
	return requirePropertyKeyName<PropertyKeyUpdate>({ ...name, ...readChanges(item, keyTable) });
}

export const update: NodeOperation<'propertyKey.update'> = {
	id: 'propertyKey.update',
	name: 'Update',
	action: 'Update category property key',
	description: 'Update a category property with its translations and values',
	fields: [
		{
			...textParameter(
				'propertyKeyId',
				'700',
				"The API can't list property keys. Copy the ID from your product data.",
			),
			required: true,
		},
		...changeModeFields(
			keyTable,
			[
				notice(
					'replaceNotice',
					"An update may clear the fields you don't add to 'Update Fields'. Add every field the property key should keep.",
				),
				{ ...entryProperty(propertyKeyName), hint: 'To keep the name, enter the current one' },
			],
			[
				{
					...currentStateField,
					required: true,
					description:
						'The current property key. Use the output of an earlier Update, including all lists and IDs.',
				},
			],
		),
		...simplifyFields(output),
	],
	output,
	outputFields: { changed: 'boolean', ...changesOutput },
	async execute(item) {
		const { propertyKeyId } = item.path;
		if (!isDesiredMode(item)) {
			const shown = readOutput(item, output);
			const { record } = await item.request({ body: readUpdate(item) });
			return [{ propertyKeyId, ...shown(record), changed: true }];
		}
		const desired = readDesiredUpdate(item, propertyKeyId);
		const { body, current } = desired;
		const changes = changesOf(desired);
		if (body === undefined) return [{ ...unchangedItem(item, current, changes), propertyKeyId }];
		const { record } = await withDetails(item.request({ body }), { ...changes, propertyKeyId });
		return [{ propertyKeyId, ...record, changed: true, ...changes }];
	},
};
