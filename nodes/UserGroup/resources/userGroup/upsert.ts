import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { readBody } from '../../../../src/forms/body';
import { compareRecords, desiredStateField } from '../../../../src/forms/changeSet/desiredUpdate';
import { desiredSource, unwrap } from '../../../../src/forms/changeSet/recordState';
import { groupName, newGroup } from './userGroupFields';
import type { FormItem } from '../../../../src/forms/formItem';
import { desiredTitle } from '../../../../src/forms/fields/field';
import { NaturalKey } from '../../../../src/forms/naturalKeys';
import type { NodeOperation, Upsert } from '../../../../src/runtime/operation';
import { addDifferences } from '../../../../src/runtime/upsert';
import { groupTable, groupVerification, keyedState, readGroup } from './desired';

const desiredState = { ...desiredStateField('{}'), required: false };
const stateList = keyedState(`${newGroup.collection}.${desiredState.name}`);

function readUserGroup(item: FormItem): Upsert {
	const body = readBody(item, newGroup);
	const key = new NaturalKey('groupId', body.groupName);
	const written = unwrap(stateList.read(item) as IDataObject, groupTable);
	const target = desiredSource.read(written, groupTable);
	const { groupName: name = key.text } = target.state;
	if (name !== key.text) {
		throw new InputError(
			`'${desiredTitle}' has another group name than '${groupName.displayName}'`,
			`Remove the name from '${desiredTitle}'. To rename a group, use Update.`,
		);
	}
	const known = desiredSource.read(body, groupTable).state;
	const desired = { ...target, state: { ...target.state, ...known } };
	const others = Object.entries(body).filter(([name]) => known[name] === undefined);
	return {
		key,
		body,
		updatesNew: Object.keys(target.state).length > 0,
		compare(response) {
			const current = response
				? readGroup(response, new Set(Object.keys(desired.state)))
				: { record: {}, state: {} };
			const update = compareRecords(groupTable, current, desired);
			return addDifferences(update, Object.fromEntries(others));
		},
		verification: groupVerification,
	};
}

export const upsert: NodeOperation<'userGroup.create'> = {
	id: 'userGroup.upsert',
	description: 'Create a user group, or update the group with this name. Safe to run repeatedly.',
	form: { ...newGroup, others: [desiredState] },
	keyedLists: [stateList],
	upsert: readUserGroup,
};
