import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { readTopFields, requireValue } from '../../../../src/forms/body';
import { readChanges } from '../../../../src/forms/changeSet/changeSet';
import {
	changeModeFields,
	changesNothing,
	changesOf,
	changesOutput,
	compareRecords,
	currentStateField,
	type DesiredUpdate,
	isDesiredMode,
	readDesired,
	unchangedItem,
} from '../../../../src/forms/changeSet/desiredUpdate';
import type { StateTable } from '../../../../src/forms/changeSet/recordState';
import {
	currentTitle,
	readCurrentState,
	readShownState,
} from '../../../../src/forms/changeSet/shownState';
import {
	propertyKeyChangeSets,
	propertyKeyFields,
	propertyKeyName,
	propertyKeyOutput,
} from '../../../../src/forms/fields/propertyKeyFields';
import { desiredTitle, entryProperty } from '../../../../src/forms/fields/field';
import { notice } from '../../../../src/forms/parameters';
import { readOutput } from '../../../../src/forms/simplify';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';

/** @internal */
export const keyTable: StateTable = {
	label: 'property key',
	fields: [propertyKeyName, ...propertyKeyFields],
	changeSets: propertyKeyChangeSets,
	identifierNames: ['propertyKeyId'],
	example: '{ "name": "Color", "values": [{ "value": "Red", "sort": 1 }, { "value": "Blue" }] }',
};

/** Refuses a desired entry with an ID that no current entry has. */
function checkIdentifiers(current: IDataObject, desired: IDataObject): void {
	for (const { name, displayName, identifier } of keyTable.changeSets) {
		if (!identifier || desired[name] === undefined) continue;
		const idsOf = (state: IDataObject) =>
			(state[name] as IDataObject[]).map((entry) => entry[identifier.name]);
		const known = new Set(idsOf(current));
		const unknown = idsOf(desired).find((id) => id !== undefined && !known.has(id));
		if (unknown === undefined) continue;
		throw new InputError(
			`${desiredTitle} > ${displayName}: ${identifier.displayName} ${String(unknown)} is not in '${currentTitle}'`,
			`Correct "${identifier.name}", or leave it out to add the entry.`,
		);
	}
}

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
function readDesiredUpdate(item: ItemContext, propertyKeyId: number): DesiredUpdate {
	const desired = readDesired(item, keyTable, propertyKeyId);
	const record = readCurrentState(item, currentStateField.name, keyTable, propertyKeyId);
	if (!record) throw InputError.empty(currentTitle);
	const fieldNames = keyTable.fields.map(({ name }) => name);
	const names = new Set([...fieldNames, ...Object.keys(desired.state)]);
	const current = readShownState(currentTitle, record, keyTable, names);
	checkIdentifiers(current.state, desired.state);
	const update = compareRecords(item.fieldNames, keyTable, current, desired);
	checkFields(record, desired.state);
	if (changesNothing(update)) return update;
	const fields = Object.entries(current.state).filter(([name]) => fieldNames.includes(name));
	const sent = { ...Object.fromEntries(fields), ...update.body };
	return { ...update, body: requireValue(sent, propertyKeyName) };
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
	// In Desired State, the item is the whole record, the Current State of the next update.
	output: { ...propertyKeyOutput, displayOptions: { hide: { changeMode: ['desired'] } } },
	outputFields: { changed: 'boolean', ...changesOutput },
	async execute(item) {
		const propertyKeyId = Number(item.path.propertyKeyId);
		if (!isDesiredMode(item)) {
			const shown = readOutput(item, propertyKeyOutput);
			const fields = { ...readTopFields(item, [propertyKeyName]), ...readChanges(item, keyTable) };
			const { record } = await item.request({ body: requireValue(fields, propertyKeyName) });
			return [{ propertyKeyId, ...shown(record), changed: true }];
		}
		const desired = readDesiredUpdate(item, propertyKeyId);
		const { body, current } = desired;
		const changes = changesOf(desired);
		if (changesNothing(desired))
			return [{ ...unchangedItem(item, current, changes), propertyKeyId }];
		const { record } = await item.request({ body, preview: { ...changes, propertyKeyId } });
		return [{ propertyKeyId, ...record, changed: true, ...changes }];
	},
};
