import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import type { PropertyKeyUpdate } from '../../../../src/api/records';
import {
	compareRecords,
	type DesiredUpdate,
	readDesired,
	readWrittenRecord,
} from '../../../../src/forms/changeSet/desiredUpdate';
import {
	currentSource,
	currentTitle,
	readState,
	type StateTable,
} from '../../../../src/forms/changeSet/recordState';
import { desiredTitle } from '../../../../src/forms/formProperties';
import { positionOf, requireFields } from '../../../../src/forms/collectionEntries';
import { propertyKeyChangeSets } from '../../../../src/forms/fields/changeSetFields';
import {
	presentation,
	propertyKeyFields,
	propertyKeyName,
	requirePropertyKeyName,
} from '../../../../src/forms/fields/propertyKeyFields';
import { isEmpty } from '../../../../src/values/scalars';
import type { ItemContext } from '../../../../src/runtime/operation';

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

/** Refuses lists that cannot be compared entry by entry. */
function checkLists(current: IDataObject, desired: IDataObject): void {
	for (const { name, label, identifier } of keyTable.changeSets) {
		if (desired[name] === undefined) continue;
		if (current[name] === undefined) {
			throw new InputError(
				`'${currentTitle}' has no list "${name}", but '${desiredTitle}' has one`,
				`Enter "${name}" from the service's last response, with the IDs. If the key has none, enter "${name}": [].`,
			);
		}
		if (!identifier) continue;
		const entries = current[name] as IDataObject[];
		for (const [index, entry] of entries.entries()) {
			const position = positionOf(`${currentTitle} > ${label}`, index);
			requireFields(entry, [identifier.name], [identifier], position);
		}
		const known = new Set(entries.map((entry) => entry[identifier.name]));
		for (const [index, entry] of (desired[name] as IDataObject[]).entries()) {
			const value = entry[identifier.name];
			if (value === undefined || known.has(value)) continue;
			const position = positionOf(`${desiredTitle} > ${label}`, index);
			throw new InputError(
				`${position}: ${identifier.label} ${String(value)} is not in '${currentTitle}'`,
				`Correct "${identifier.name}", or leave it out to add the entry.`,
			);
		}
	}
}

function checkPresentation(current: unknown, desired: unknown): void {
	if (isEmpty(desired) || isEmpty(current) || desired === current) return;
	throw new InputError(
		`${presentation.label} can't change from "${String(current)}" to "${String(desired)}"`,
		`Leave "${presentation.name}" out of '${desiredTitle}'. It can only be set when a key is created.`,
	);
}

/**
 * The smallest update to Desired State. The service replaces the fields of the key (PUT), so an
 * update sends all of them.
 *
 * @throws InputError if a state is empty or wrong, or is that of another key
 */
export function readDesiredUpdate(
	item: ItemContext,
	propertyKeyId: number,
): DesiredUpdate<PropertyKeyUpdate> {
	const desired = readDesired(item, keyTable, propertyKeyId);
	const record = readWrittenRecord(item, currentSource, keyTable, propertyKeyId);
	if (!record) {
		throw new InputError(
			`'${currentTitle}' is empty`,
			"Enter the current property key, for example the output of an earlier Update. The API can't read property keys.",
		);
	}
	const names = new Set([...fieldNames, ...Object.keys(desired.state)]);
	const state = readState(currentSource, record, keyTable, names);
	checkLists(state, desired.state);
	checkPresentation(record[presentation.name], desired.record[presentation.name]);
	const { body, ...update } = compareRecords(keyTable, { record, state }, desired);
	if (body === undefined) return update;
	const fields = Object.entries(state).filter(([name]) => fieldNames.includes(name));
	return { ...update, body: requirePropertyKeyName({ ...Object.fromEntries(fields), ...body }) };
}
