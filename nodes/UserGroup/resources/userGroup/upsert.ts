import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { readBody } from '../../../../src/forms/body';
import {
	desiredStateField,
	readDesiredRecord,
} from '../../../../src/forms/changeSet/desiredUpdate';
import {
	compareFields,
	compareRecords,
	joinDifferences,
} from '../../../../src/forms/changeSet/diff';
import { readDesired } from '../../../../src/forms/changeSet/recordState';
import { groupName, newGroup } from './userGroupFields';
import type { FormItem } from '../../../../src/forms/formItem';
import { desiredTitle } from '../../../../src/forms/fields/field';
import { NaturalKey } from '../../../../src/forms/naturalKeys';
import type { NodeOperation, Upsert } from '../../../../src/runtime/operation';
import { without } from '../../../../src/values/jsonObject';
import { comparableText } from '../../../../src/values/texts';
import { groupTable, groupVerification, keyedState, nameGroup, readGroup } from './desired';

const parameter = `${newGroup.collection}.${desiredStateField.name}`;

function readUserGroup(item: FormItem): Upsert {
	const body = readBody(item, newGroup);
	const { fieldNames } = item;
	const sentGroupName = fieldNames.sentName('group', 'groupName');
	const sentActive = fieldNames.sentName('group', 'active');
	const key = new NaturalKey('groupId', body[sentGroupName]);
	const target = readDesired(readDesiredRecord(item, parameter, groupTable), groupTable);
	const { groupName: name = key.text } = target.state;
	if (comparableText(String(name)) !== key.compared) {
		throw new InputError(
			`'${desiredTitle}' has another group name than '${groupName.displayName}'`,
			`Remove the name from '${desiredTitle}'. To rename a group, use Update.`,
		);
	}
	// The group was found by its name, so the name doesn't differ.
	const others = [sentGroupName, sentActive].reduce(without, body);
	const otherFields = Object.keys(others).map((each) => ({ name: each, displayName: each }));
	const active = body[sentActive];
	// 'Other Fields (JSON)' come last, so a list there replaces the desired one.
	const wanted = ['groupName', ...Object.keys(others)].reduce(without, target.state);
	const state: IDataObject = { ...wanted, ...(active !== undefined && { active }) };
	const desired = { ...target, state };
	return {
		key,
		body,
		updatesNew: Object.keys(wanted).length > 0,
		compare(record) {
			const current = record
				? readGroup(nameGroup(record, fieldNames), Object.keys(state))
				: { ...nameGroup({}, fieldNames), state: {} };
			const update = joinDifferences([
				compareRecords(groupTable, current, desired),
				compareFields(otherFields, current.record, others),
			]);
			// The request that creates a group has the field already, maybe under another name.
			const isSent = record === undefined && active !== undefined;
			return isSent ? { ...update, body: without(update.body, 'active') } : update;
		},
		verification: groupVerification(fieldNames),
	};
}

export const upsert: NodeOperation = {
	id: 'userGroup.upsert',
	description: 'Create a user group, or update the group with this name. Safe to run repeatedly.',
	form: { ...newGroup, others: [desiredStateField] },
	keyedLists: [keyedState(parameter)],
	upsert: readUserGroup,
};
