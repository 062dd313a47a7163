import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { readTopFields, requireValue } from '../../../../src/forms/body';
import { readChanges } from '../../../../src/forms/changeSet/changeSet';
import {
	changeModeFields,
	changesNothing,
	currentStateField,
	currentTitle,
	isDesiredMode,
	readDesiredState,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { compareRecords } from '../../../../src/forms/changeSet/diff';
import {
	readRecord,
	readShown,
	type StateTable,
} from '../../../../src/forms/changeSet/recordState';
import {
	propertyKeyChangeSets,
	propertyKeyFields,
	propertyKeyName,
	propertyKeyOutput,
} from '../../../../src/forms/fields/propertyKeyFields';
import { desiredTitle, entryProperty } from '../../../../src/forms/fields/field';
import { notice } from '../../../../src/forms/parameters';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';

/** @internal */
export const keyTable: StateTable = {
	label: 'property key',
	fields: [propertyKeyName, ...propertyKeyFields],
	changeSets: propertyKeyChangeSets,
	identifierNames: ['propertyKeyId'],
	example: '{ "name": "Color", "values": [{ "value": "Red", "sort": 1 }, { "value": "Blue" }] }',
};

/** The service replaces the fields of the key (PUT), so an update would clear one that is missing. */
function checkFields(current: IDataObject, desired: IDataObject): void {
	const missing = keyTable.fields.filter(
		({ name }) => current[name] === undefined && desired[name] === undefined,
	);
	if (missing.length === 0) return;
	const names = missing.map(({ name }) => `"${name}"`).join(', ');
	throw new InputError(
		`'${currentTitle}' has no ${names}`,
		`Add ${names} to '${currentTitle}' or '${desiredTitle}'. An update without a field would clear the field.`,
	);
}

/**
 * The smallest update to Desired State. As the service replaces the fields of the key, an update sends
 * all of them.
 *
 * @throws InputError if a state is empty or wrong, or is that of another key
 */
function readDesiredUpdate(item: ItemContext, propertyKeyId: number) {
	const desired = readDesiredState(item, keyTable, propertyKeyId);
	const written = readRecord(item, currentTitle, currentStateField.name, keyTable, propertyKeyId);
	const { record, named } = written;
	if (Object.keys(named).length === 0) throw InputError.empty(currentTitle);
	const fieldNames = keyTable.fields.map(({ name }) => name);
	const current = readShown(written, keyTable, [...fieldNames, ...Object.keys(desired.state)]);
	const update = compareRecords(keyTable, current, desired);
	checkFields(named, desired.state);
	if (changesNothing(update)) return { current: record, ...update };
	const fields = Object.entries(current.state).filter(([name]) => fieldNames.includes(name));
	const body = { ...Object.fromEntries(fields), ...update.body };
	return { current: record, ...update, body: requireValue(body, propertyKeyName) };
}

export const update: NodeOperation = {
	id: 'propertyKey.update',
	action: 'Update category property key',
	description: 'Update a category property with its translations and values',
	fields: changeModeFields(
		keyTable,
		[
			notice(
				'replaceNotice',
				"An update may clear the fields you don't add to 'Update Fields'. Add every field the property key should keep.",
			),
			{
				...entryProperty(propertyKeyName, true),
				hint: 'To keep the name, enter the current one',
			},
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
	output: propertyKeyOutput,
	async plan(item) {
		if (isDesiredMode(item)) return readDesiredUpdate(item, Number(item.path.propertyKeyId));
		const fields = { ...readTopFields(item, [propertyKeyName]), ...readChanges(item, keyTable) };
		return { body: requireValue(fields, propertyKeyName), summary: [] };
	},
};
