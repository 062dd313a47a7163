import type { IDataObject } from 'n8n-workflow';
import { fieldNamesLabel, identifierNamesOf } from '../../../../src/api/assumedNames';
import { InputError } from '../../../../src/api/errors';
import type { FieldNames } from '../../../../src/api/fieldNames';
import {
	currentStateField,
	currentTitle,
	readDesiredRecord,
	readDesiredState,
} from '../../../../src/forms/changeSet/desiredUpdate';
import { compareRecords } from '../../../../src/forms/changeSet/diff';
import {
	fieldsAndLists,
	type NamedRecord,
	nameRecord,
	readRecord,
	readShown,
	type RecordState,
	type StateTable,
} from '../../../../src/forms/changeSet/recordState';
import { desiredTitle } from '../../../../src/forms/fields/field';
import { userGroupChangeSets, userGroupFields } from './userGroupFields';
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
	return { parameter, read: (item) => readDesiredRecord(item, parameter, groupTable).named };
}

/** The service's record. */
export function nameGroup(record: IDataObject, names: FieldNames): NamedRecord {
	return nameRecord('User Group', record, groupTable, names);
}

/** @throws InputError if a list of the service's record is missing, or a value can't be read */
export function readGroup(group: NamedRecord, wanted: readonly string[]): RecordState {
	try {
		return readShown(group, groupTable, wanted);
	} catch (error) {
		throw unreadableGroup(error as Error, wanted);
	}
}

function unreadableGroup({ message }: Error, wanted: readonly string[]): InputError {
	const keys = wanted.map((name) => `"group.${name}"`).join(', ');
	return new InputError(
		`The node can't read the group in the service's response: ${message}`,
		`If your service has other names, set ${keys} in '${fieldNamesLabel}' of the credential. Otherwise, use User Group > Update, and enter the group in '${currentTitle}', for example { "reports": [101] }.`,
	);
}

/** Current State, or the service's record if there is none. */
async function readCurrent(
	item: ItemContext,
	groupId: number,
	wanted: readonly string[],
): Promise<RecordState> {
	const parameter = `options.${currentStateField.name}`;
	const given = readRecord(item, currentTitle, parameter, groupTable, groupId);
	if (Object.keys(given.named).length > 0) return readShown(given, groupTable, wanted);
	const { record } = await item.service.request('userGroup.get', { path: { groupId } });
	return readGroup(nameGroup(record, item.fieldNames), wanted);
}

/**
 * The smallest update to Desired State (spec 2.5), and the current record.
 *
 * @throws InputError if a state is wrong, or is that of another group
 */
export async function readDesiredUpdate(item: ItemContext, groupId: number) {
	const desired = readDesiredState(item, groupTable, groupId);
	if (desired.state.groupName === '') {
		throw new InputError(
			`'Group Name' in '${desiredTitle}' is empty`,
			`Enter "groupName", or leave it out to keep the name.`,
		);
	}
	const current = await readCurrent(item, groupId, Object.keys(desired.state));
	return { current: current.record, ...compareRecords(groupTable, current, desired) };
}

/** How an update is compared with the group that it changed. */
export function groupVerification(names: FieldNames): Verification {
	return {
		lists: groupTable.changeSets.map(({ name }) => name),
		read(record) {
			const group = nameGroup(record, names);
			const shown = { ...record };
			for (const { name } of fieldsAndLists(groupTable)) {
				try {
					shown[name] = readShown(group, groupTable, [name]).state[name];
				} catch {
					// The field or list has a form that can't be compared.
					shown[name] = undefined;
				}
			}
			return shown;
		},
	};
}
