import { InputError } from '../../../shared/errors';
import { pick, smallestUpdate } from '../../../shared/form/desiredState';
import { propertyKeyChangeSets } from '../../../shared/form/fields/changeSets';
import {
	presentation,
	propertyKeyFields,
	propertyKeyName,
} from '../../../shared/form/fields/records';
import { requirePropertyKeyName } from '../../../shared/form/propertyKey';
import {
	checkIdentifiers,
	currentTitle,
	desiredTitle,
	readCurrentState,
	readDesiredState,
	type StateTable,
} from '../../../shared/form/recordState';
import type { ItemContext } from '../../../shared/node/operation';
import type { PropertyKeyUpdate } from '../../../shared/service/records';

const table: StateTable = {
	fields: [propertyKeyName, ...propertyKeyFields],
	changeSets: propertyKeyChangeSets,
	ownNames: ['propertyKeyId'],
};

/**
 * The smallest update from Current State to Desired State. It replaces the key's single fields
 * (PUT), so it carries them all once anything changes.
 *
 * @param item the item
 * @param propertyKeyId the key to update
 * @returns the body to send; undefined where nothing changes
 * @throws InputError where a state is empty or wrong, or is that of another key
 */
export function readDesiredUpdate(
	item: ItemContext,
	propertyKeyId: number,
): PropertyKeyUpdate | undefined {
	const desired = readDesiredState(item, table);
	const current = readCurrentState(item, table);
	if (!current) {
		throw new InputError(
			item.node,
			`${currentTitle} is empty`,
			'The service cannot show a property key. Give it as an earlier answer of the service gave it, or set Change Mode to "Changes".',
		);
	}
	const owner = current.fields.propertyKeyId ?? propertyKeyId;
	if (Number(owner) !== propertyKeyId) {
		throw new InputError(
			item.node,
			`${currentTitle} is that of property key ${String(owner)}, not ${propertyKeyId}`,
			`Give the state of the key to update, or correct Property Key ID.`,
		);
	}
	checkIdentifiers(item.node, current, desired, table);
	const { [presentation.name]: wanted, ...fields } = desired.fields;
	const shownAs = current.fields[presentation.name];
	if (wanted !== undefined && shownAs !== undefined && wanted !== shownAs) {
		throw new InputError(
			item.node,
			`${presentation.label} cannot change from "${String(shownAs)}" to "${String(wanted)}"`,
			`The service takes it only when a key is created. Leave it out of ${desiredTitle}.`,
		);
	}
	const update = smallestUpdate(propertyKeyChangeSets, current, { ...desired, fields });
	const names = table.fields.map(({ name }) => name);
	const body: Partial<PropertyKeyUpdate> = { ...pick(current.fields, names), ...update };
	requirePropertyKeyName(item, body);
	return Object.keys(update).length > 0 ? body : undefined;
}
