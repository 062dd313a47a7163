import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel, identifierNamesOf } from '../../../../src/api/assumedNames';
import { InputError } from '../../../../src/api/errors';
import type { FieldNames } from '../../../../src/api/fieldNames';
import { readDesiredRecord } from '../../../../src/forms/changeSet/desiredState';
import {
	compareRecords,
	currentStateField,
	readDesired,
} from '../../../../src/forms/changeSet/desiredUpdate';
import {
	fieldsAndLists,
	isShown,
	type ReadRecord,
	type StateTable,
	tableFor,
} from '../../../../src/forms/changeSet/recordState';
import {
	currentTitle,
	readCurrentState,
	readShownState,
} from '../../../../src/forms/changeSet/shownState';
import { desiredTitle } from '../../../../src/forms/fields/field';
import { userGroupChangeSets, userGroupFields } from './userGroupFields';
import { isEmpty } from '../../../../src/values/scalars';
import type { ItemContext, KeyedList, Verification } from '../../../../src/runtime/operation';

export const groupTable: StateTable = {
	label: 'user group',
	record: 'group',
	fields: userGroupFields,
	changeSets: userGroupChangeSets,
	identifierNames: identifierNamesOf('group'),
	example:
		'{ "groupName": "Warehouse Stockholm", "reports": [101, 102], "roles": ["SALES_MANAGER"] }',
};

/** Desired State, whose reports have a name or an ID. */
export function keyedState(parameter: string): KeyedList {
	return { parameter, read: (item) => readDesiredRecord(item, parameter, groupTable) };
}

const responseTitle = 'User Group';

/**
 * The service's record as a state.
 *
 * @param wanted fields and lists to read
 * @param written fields of 'Current State', which come first
 * @throws InputError if a list is missing, or a value can't be read
 */
export function readGroup(
	names: FieldNames,
	record: IDataObject,
	wanted: ReadonlySet<string>,
	written: IDataObject = {},
): ReadRecord {
	try {
		const named = { ...names.toNodes('group', record), ...written };
		const { state } = readShownState(responseTitle, named, tableFor(groupTable, names), wanted);
		return { record: { ...record, ...written }, state };
	} catch (error) {
		throw unreadableGroup(error as Error, wanted);
	}
}

function unreadableGroup({ message }: Error, names: Iterable<string>): InputError {
	const keys = Array.from(names, (name) => `"group.${name}"`).join(', ');
	return new InputError(
		`The node can't read the group in the service's response: ${message}`,
		`If your service has other names, set ${keys} in '${fieldNamesLabel}' of the credential. Otherwise, use User Group > Update, and enter the group in '${currentTitle}', for example { "reports": [101] }.`,
	);
}

/** Current State, completed by the service's record if it has not all of the names. */
async function readCurrent(item: ItemContext, groupId: number, names: ReadonlySet<string>) {
	const parameter = `options.${currentStateField.name}`;
	const table = tableFor(groupTable, item.fieldNames);
	const written = readCurrentState(item, parameter, table, groupId);
	const fields = fieldsAndLists(table).filter(({ name }) => names.has(name));
	if (written && fields.every((field) => isShown(written, field))) {
		return readShownState(currentTitle, written, table, names);
	}
	const { record } = await item.service.request('userGroup.get', { path: { groupId } });
	const filledIn = Object.entries(written ?? {}).filter(([, value]) => !isEmpty(value));
	return readGroup(item.fieldNames, record, names, Object.fromEntries(filledIn));
}

/**
 * The smallest update to Desired State (spec 2.5).
 *
 * @throws InputError if a state is wrong, or is that of another group
 */
export async function readDesiredUpdate(item: ItemContext, groupId: number) {
	const table = tableFor(groupTable, item.fieldNames);
	const desired = readDesired(item, table, groupId);
	if (desired.state.groupName === '') {
		throw new InputError(
			`'Group Name' in '${desiredTitle}' is empty`,
			`Enter "groupName", or leave it out to keep the name.`,
		);
	}
	const current = await readCurrent(item, groupId, new Set(Object.keys(desired.state)));
	return compareRecords(item.fieldNames, table, current, desired);
}

/** A group with the fields and lists that can be read under the names and types of the update. */
function readShownGroup(record: IDataObject, names: FieldNames): IDataObject {
	const named = names.toNodes('group', record);
	const table = tableFor(groupTable, names);
	const shown = { ...record };
	for (const { name } of fieldsAndLists(table)) {
		try {
			const { state } = readShownState(responseTitle, named, table, new Set([name]));
			shown[name] = state[name];
		} catch {
			// The field or list has a form that can't be compared.
			shown[name] = undefined;
		}
	}
	return shown;
}

/** How an update is compared with the group that it changed. */
export function groupVerification(names: FieldNames): Verification {
	return {
		lists: groupTable.changeSets.map(({ name }) => name),
		read: (record) => readShownGroup(record, names),
	};
}
