import { InputError } from '../../../shared/errors';
import { type RecordState, smallestUpdate } from '../../../shared/form/desiredState';
import { userGroupChangeSets } from '../../../shared/form/fields/changeSets';
import { userGroupFields } from '../../../shared/form/fields/records';
import {
	currentTitle,
	readCurrentState,
	readDesiredState,
	readState,
	type StateTable,
} from '../../../shared/form/recordState';
import type { ItemContext } from '../../../shared/node/operation';
import { identifierNames, labelNames, requestNames } from '../../../shared/service/assumedNames';
import { identifierOf } from '../../../shared/service/record';
import type { UserGroupUpdate } from '../../../shared/service/records';

const table: StateTable = {
	fields: userGroupFields,
	changeSets: userGroupChangeSets,
	ownNames: identifierNames.group,
};

const { groupName: nameField } = requestNames.group;

/** The group as the service knows it, which may call the name otherwise than its update does. */
async function readGroup(
	item: ItemContext,
	groupId: number,
	desired: RecordState,
): Promise<RecordState> {
	const { record } = await item.service.request('userGroup.get', {
		path: item.service.path('userGroup.get', { groupId }),
	});
	const name = labelNames.group.find((each) => record[each] !== undefined);
	const named = name === undefined ? record : { ...record, [nameField]: record[name] };
	const state = readState(item.node, 'User Group', named, table);
	const unknown = userGroupChangeSets.find(
		(field) => desired.lists[field.name] && !state.lists[field.name],
	);
	if (unknown === undefined) return state;
	// Taken for empty, it would have everything added again and nothing removed.
	throw new InputError(
		item.node,
		`The service does not say which ${unknown.label.toLowerCase()} the group has`,
		`Give the group as it is in ${currentTitle}, with the list "${unknown.name}".`,
	);
}

/**
 * The smallest update from Current State, or from the group as the service knows it, to Desired
 * State (spec 2.5).
 *
 * @param item the item
 * @param groupId the group
 * @returns the body to send; empty where nothing changes
 * @throws InputError where a state is wrong, or is that of another group
 */
export async function readDesiredUpdate(
	item: ItemContext,
	groupId: number,
): Promise<UserGroupUpdate> {
	const desired = readDesiredState(item, table);
	if (desired.fields[nameField] === '') {
		throw new InputError(
			item.node,
			'Group Name in Desired State is empty',
			`Fill in "${nameField}", or leave it out to keep the name.`,
		);
	}
	const written = readCurrentState(item, table);
	const owner = written && identifierOf('group', written.fields);
	if (owner !== undefined && owner !== String(groupId)) {
		throw new InputError(
			item.node,
			`${currentTitle} is that of user group ${owner}, not ${groupId}`,
			'Give the state of the group to update, or leave it empty to have the node read it.',
		);
	}
	const current = written ?? (await readGroup(item, groupId, desired));
	return smallestUpdate(userGroupChangeSets, current, desired);
}
