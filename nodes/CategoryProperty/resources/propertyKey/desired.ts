import { InputError } from '../../../../src/api/errors';
import { changesBetween, type DesiredUpdate } from '../../../../src/forms/changeSet/desiredUpdate';
import { propertyKeyChangeSets } from '../../../../src/forms/fields/changeSetFields';
import {
	presentation,
	propertyKeyFields,
	propertyKeyName,
} from '../../../../src/forms/fields/recordFields';
import { assertKnownFields } from '../../../../src/forms/knownFields';
import { requirePropertyKeyName } from '../../../../src/forms/propertyKeyFields';
import {
	assertSameRecord,
	assertUniqueEntries,
	checkIdentifiers,
	currentSource,
	currentTitle,
	desiredRecord,
	desiredSource,
	desiredTitle,
	readState,
	type StateTable,
	writtenRecord,
} from '../../../../src/forms/changeSet/recordState';
import { isEmpty } from '../../../../src/forms/value';
import type { ItemContext } from '../../../../src/runtime/operation';
import type { PropertyKeyUpdate } from '../../../../src/api/records';

const table: StateTable = {
	label: 'property key',
	fields: [propertyKeyName, ...propertyKeyFields],
	changeSets: propertyKeyChangeSets,
	identifierNames: ['propertyKeyId'],
	shownNames: [presentation.name],
};

const fieldNames = table.fields.map(({ name }) => name);
const everything = new Set([...fieldNames, ...table.changeSets.map(({ name }) => name)]);

function readCurrentRecord(item: ItemContext) {
	const record = writtenRecord(item, table);
	if (record) return record;
	throw new InputError(
		`${currentTitle} is empty`,
		'The service cannot show a property key. Give it as an earlier answer of the service gave it, or set Change Mode to "Changes".',
	);
}

/** A list that is not there could hold anything, so it is not taken for empty. */
function requireLists(current: object, desired: object): void {
	const missing = Object.keys(desired).find((name) => !Object.hasOwn(current, name));
	if (missing === undefined) return;
	throw new InputError(
		`${currentTitle} has no list "${missing}", and ${desiredTitle} has one`,
		`Give "${missing}" as the service last answered it, with the IDs. Where the key has none, write "${missing}": [].`,
	);
}

/** Refuses another presentation, which no update can give. */
function checkPresentation(current: unknown, desired: unknown): void {
	if (isEmpty(desired) || isEmpty(current) || desired === current) return;
	throw new InputError(
		`${presentation.label} cannot change from "${String(current)}" to "${String(desired)}"`,
		`The service takes it only when a key is created. Leave it out of ${desiredTitle}.`,
	);
}

/**
 * The smallest update from Current State to Desired State. It replaces the key's single fields
 * (PUT), so it carries them all once anything changes.
 *
 * @param propertyKeyId the key to update
 * @throws InputError where a state is empty or wrong, or is that of another key
 */
export function readDesiredUpdate(
	item: ItemContext,
	propertyKeyId: number,
): DesiredUpdate<PropertyKeyUpdate> {
	const wanted = desiredRecord(item, table);
	const record = readCurrentRecord(item);
	assertSameRecord(desiredSource, wanted, table, propertyKeyId);
	assertSameRecord(currentSource, record, table, propertyKeyId);
	assertKnownFields(wanted, record, table);
	const desired = readState(desiredSource, wanted, table, everything);
	assertUniqueEntries(desiredSource, desired, table);
	const current = readState(
		currentSource,
		record,
		table,
		new Set([...fieldNames, ...Object.keys(desired.lists)]),
	);
	assertUniqueEntries(currentSource, current, table);
	requireLists(current.lists, desired.lists);
	checkIdentifiers(current, desired, table);
	checkPresentation(record[presentation.name], wanted[presentation.name]);
	const { update, summary } = changesBetween<PropertyKeyUpdate>(
		table,
		propertyKeyChangeSets,
		current,
		desired,
	);
	if (Object.keys(update).length === 0) return { current: record, summary };
	const body: Partial<PropertyKeyUpdate> = { ...current.fields, ...update };
	requirePropertyKeyName(body);
	return { current: record, body, summary };
}
