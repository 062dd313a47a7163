import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { changesBetween, type DesiredUpdate } from '../../../../src/forms/changeSet/desiredUpdate';
import { userGroupChangeSets } from '../../../../src/forms/fields/changeSetFields';
import { userGroupFields } from '../../../../src/forms/fields/recordFields';
import { assertKnownFields } from '../../../../src/forms/knownFields';
import {
	assertSameRecord,
	assertUniqueEntries,
	currentSource,
	currentTitle,
	desiredRecord,
	desiredSource,
	nameIn,
	rawList,
	readState,
	type StateSource,
	type StateTable,
	unwrapped,
	writtenRecord,
} from '../../../../src/forms/changeSet/recordState';
import { isEmpty } from '../../../../src/forms/value';
import type { ItemContext } from '../../../../src/runtime/operation';
import { identifierNames, requestNames } from '../../../../src/api/assumedNames';
import type { UserGroupUpdate } from '../../../../src/api/records';

const table: StateTable = {
	label: 'user group',
	fields: userGroupFields,
	changeSets: userGroupChangeSets,
	identifierNames: identifierNames.group,
	shownNames: [],
};

const everything = new Set([...table.fields, ...table.changeSets].map(({ name }) => name));

const { groupName: nameField } = requestNames.group;

const readSource: StateSource = { title: 'User Group', asItIs: true };

/** The group as it is: what the user wrote, and of what that lacks, what the service says. */
async function readCurrent(
	item: ItemContext,
	groupId: number,
	wanted: ReadonlySet<string>,
): Promise<{ record: IDataObject; source: StateSource }> {
	const written = writtenRecord(item, table);
	if (written) assertSameRecord(currentSource, written, table, groupId);
	const isWhole = [...table.fields, ...table.changeSets].every(
		(field) => !wanted.has(field.name) || (written && nameIn(written, field) !== undefined),
	);
	if (written && isWhole) return { record: written, source: currentSource };
	const { record } = await item.service.request('userGroup.get', {
		path: item.service.path('userGroup.get', { groupId }),
	});
	const known = Object.entries(written ?? {}).filter(([, value]) => !isEmpty(value));
	return {
		record: { ...unwrapped(record, table), ...Object.fromEntries(known) },
		source: readSource,
	};
}

/** The lists and fields that are wanted, of the group as it is. */
function readCurrentState(
	{ record, source }: { record: IDataObject; source: StateSource },
	wanted: ReadonlySet<string>,
) {
	const unknown = userGroupChangeSets.find(
		(field) => wanted.has(field.name) && !Array.isArray(rawList(record, field)),
	);
	if (unknown !== undefined && source === readSource) {
		// Taken for empty, it would have everything added again and nothing removed.
		throw new InputError(
			`The service does not say which ${unknown.label.toLowerCase()} the group has`,
			`Give the group as it is in ${currentTitle}, with the list "${unknown.name}".`,
		);
	}
	if (source === currentSource) {
		const state = readState(source, record, table, wanted);
		assertUniqueEntries(source, state, table);
		return state;
	}
	try {
		return readState(source, record, table, wanted);
	} catch (error) {
		throw unreadableGroup(error);
	}
}

function unreadableGroup(error: unknown): InputError {
	return new InputError(
		`The node cannot read the group as the service shows it: ${(error as Error).message}`,
		`Give the group as it is in ${currentTitle}, with what ${desiredSource.title} has, for example { "reports": [101] }.`,
	);
}

/**
 * The smallest update from Current State, or from the group as the service knows it, to Desired
 * State (spec 2.5).
 *
 * @param groupId the group
 * @throws InputError where a state is wrong, or is that of another group
 */
export async function readDesiredUpdate(
	item: ItemContext,
	groupId: number,
): Promise<DesiredUpdate<UserGroupUpdate>> {
	const wanted = desiredRecord(item, table);
	assertSameRecord(desiredSource, wanted, table, groupId);
	const desired = readState(desiredSource, wanted, table, everything);
	assertUniqueEntries(desiredSource, desired, table);
	if (desired.fields[nameField] === '') {
		throw new InputError(
			'Group Name in Desired State is empty',
			`Fill in "${nameField}", or leave it out to keep the name.`,
		);
	}
	const names = new Set([...Object.keys(desired.fields), ...Object.keys(desired.lists)]);
	const current = await readCurrent(item, groupId, names);
	assertKnownFields(wanted, current.record, table);
	const { update, summary } = changesBetween<UserGroupUpdate>(
		table,
		userGroupChangeSets,
		readCurrentState(current, names),
		desired,
	);
	const body = Object.keys(update).length > 0 ? update : undefined;
	return { current: current.record, body, summary };
}
