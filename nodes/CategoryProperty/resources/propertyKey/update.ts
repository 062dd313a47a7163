import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { readTopFields, requireValue } from '../../../../src/forms/body';
import { readChanges } from '../../../../src/forms/changeSet/changeSet';
import {
	changeModeFields,
	changesOf,
	changesOutput,
	compareRecords,
	currentStateField,
	type DesiredUpdate,
	isDesiredMode,
	readDesired,
	unchangedItem,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { currentSource, type StateTable } from '../../../../src/forms/changeSet/recordState';
import {
	presentation,
	propertyKeyChangeSets,
	propertyKeyFields,
	propertyKeyName,
	propertyKeyOutput,
} from '../../../../src/forms/fields/propertyKeyFields';
import { desiredTitle, entryProperty } from '../../../../src/forms/fields/field';
import { notice } from '../../../../src/forms/parameters';
import { readOutput } from '../../../../src/forms/simplify';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { isEmpty } from '../../../../src/values/scalars';

/** @internal */
export const keyTable: StateTable = {
	label: 'property key',
	fields: [propertyKeyName, ...propertyKeyFields],
	changeSets: propertyKeyChangeSets,
	identifierNames: ['propertyKeyId'],
	readOnlyNames: [presentation.name],
	example: `{
  "name": "Color",
  "values": [
    { "value": "Red", "sort": 1 },
    { "value": "Blue", "sort": 2 }
  ]
}`,
};

const fieldNames = keyTable.fields.map(({ name }) => name);

/** Refuses a desired entry with an ID that no current entry has. */
function checkIdentifiers(current: IDataObject, desired: IDataObject): void {
	for (const { name, displayName, identifier } of keyTable.changeSets) {
		if (!identifier || desired[name] === undefined) continue;
		const idsOf = (state: IDataObject) =>
			(state[name] as IDataObject[]).map((entry) => entry[identifier.name]);
		const known = idsOf(current);
		const unknown = idsOf(desired).find((id) => id !== undefined && !known.includes(id));
		if (unknown === undefined) continue;
		throw new InputError(
			`${desiredTitle} > ${displayName}: ${identifier.displayName} ${String(unknown)} is not in '${currentSource.title}'`,
			`Correct "${identifier.name}", or leave it out to add the entry.`,
		);
	}
}

function checkPresentation(current: unknown, desired: unknown): void {
	if (isEmpty(desired) || isEmpty(current) || desired === current) return;
	throw new InputError(
		`${presentation.displayName} can't change from "${String(current)}" to "${String(desired)}"`,
		`Leave "${presentation.name}" out of '${desiredTitle}'. It can only be set when a key is created.`,
	);
}

/**
 * The smallest update to Desired State. The service replaces the fields of the key (PUT), so an
 * update sends all of them.
 *
 * @throws InputError if a state is empty or wrong, or is that of another key
 */
function readDesiredUpdate(item: ItemContext, propertyKeyId: number): DesiredUpdate {
	const desired = readDesired(item, keyTable, propertyKeyId);
	const record = currentSource.readRecord(item, keyTable, propertyKeyId);
	if (!record) throw InputError.empty(currentSource.title);
	const names = new Set([...fieldNames, ...Object.keys(desired.state)]);
	const current = currentSource.read(record, keyTable, names);
	checkIdentifiers(current.state, desired.state);
	checkPresentation(record[presentation.name], desired.record[presentation.name]);
	const { body, ...update } = compareRecords(keyTable, current, desired);
	if (body === undefined) return update;
	const fields = Object.entries(current.state).filter(([name]) => fieldNames.includes(name));
	const sent = { ...Object.fromEntries(fields), ...body };
	return { ...update, body: requireValue(sent, propertyKeyName) };
}

export const update: NodeOperation<'propertyKey.update'> = {
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
		const { propertyKeyId } = item.path;
		if (!isDesiredMode(item)) {
			const shown = readOutput(item, propertyKeyOutput);
			const fields = { ...readTopFields(item, [propertyKeyName]), ...readChanges(item, keyTable) };
			const { record } = await item.request({ body: requireValue(fields, propertyKeyName) });
			return [{ propertyKeyId, ...shown(record), changed: true }];
		}
		const desired = readDesiredUpdate(item, propertyKeyId);
		const { body, current } = desired;
		const changes = changesOf(desired);
		if (body === undefined) return [{ ...unchangedItem(item, current, changes), propertyKeyId }];
		const { record } = await item.request({ body, preview: { ...changes, propertyKeyId } });
		return [{ propertyKeyId, ...record, changed: true, ...changes }];
	},
};
