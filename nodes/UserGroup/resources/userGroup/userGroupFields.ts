/** The fields and the lists of a user group's update (spec 2.5). */
import type { IDataObject } from 'n8n-workflow';
import { groupEntryNames, namesOf } from '../../../../src/api/assumedNames';
import { InputError } from '../../../../src/api/errors';
import type { UserGroupUpdate } from '../../../../src/api/records';
import { type BodyForm, readBody } from '../../../../src/forms/body';
import type { ListField } from '../../../../src/forms/fields/changeSetFields';
import {
	active,
	type FieldOf,
	integerField,
	stringField,
} from '../../../../src/forms/fields/field';
import type { FormItem } from '../../../../src/forms/formItem';
import { isEmpty } from '../../../../src/values/scalars';

/** The name of a user group, which is never empty. */
export const groupName = {
	...stringField('groupName', 'Warehouse Stockholm', 'Unique name of the user group'),
	required: true,
} as const satisfies FieldOf<UserGroupUpdate>;

/** The single fields of a user group's update (spec 2.5). */
export const userGroupFields: readonly FieldOf<UserGroupUpdate>[] = [
	{ ...groupName, otherNames: namesOf('group.groupName') },
	{ ...active, description: 'Whether the user group is active' },
];

/** Where the IDs are found that no operation lists. */
const shownByGroup = 'To find it, get a user group that has it.';

type GroupList = Exclude<keyof UserGroupUpdate, 'groupName' | 'active'>;

/** A change-set of a user group, with the other names of its list and of the fields of an entry. */
function groupChangeSet(list: ListField<GroupList>): ListField {
	const names: Readonly<Record<string, readonly string[]>> = groupEntryNames;
	const fields = list.fields.map((field) => ({ ...field, otherNames: names[field.name] }));
	return { ...list, otherNames: namesOf(`group.${list.name}`), fields };
}

/** Change-sets of a user group (spec 2.5). */
export const userGroupChangeSets: readonly ListField[] = [
	groupChangeSet({
		name: 'reports',
		label: 'Reports',
		fields: [
			{
				name: 'reportId',
				label: 'Report Name or ID',
				type: 'integer',
				loadOptionsMethod: 'getReports',
			},
		],
		key: ['reportId'],
		bare: ['added', 'removed'],
	}),
	groupChangeSet({
		name: 'roles',
		label: 'Roles',
		fields: [
			stringField(
				'role',
				'SALES_MANAGER',
				'Name of the role on your platform. To find it, get a user group that has it.',
			),
		],
		key: ['role'],
		bare: ['added', 'removed'],
	}),
	groupChangeSet({
		name: 'warehouses',
		label: 'Warehouses',
		fields: [
			integerField('warehouseCompanyId', '1', `ID of the warehouse's company. ${shownByGroup}`),
			integerField('warehouseId', '7', `ID of the warehouse. ${shownByGroup}`),
		],
		key: ['warehouseCompanyId', 'warehouseId'],
	}),
	groupChangeSet({
		name: 'returnReasons',
		label: 'Return Reasons',
		fields: [integerField('returnReasonId', '3', `ID of the return reason. ${shownByGroup}`)],
		key: ['returnReasonId'],
		bare: ['removed'],
	}),
	groupChangeSet({
		name: 'webStores',
		label: 'Web Stores',
		fields: [integerField('storeId', '2', `ID of the web store. ${shownByGroup}`)],
		key: ['storeId'],
		bare: ['removed'],
	}),
];

export const newGroup: BodyForm = {
	hasAssumedNames: true,
	fields: [groupName],
	collection: 'additionalFields',
	optional: [{ ...active, description: 'Whether the user group is active' }],
};

/** @throws InputError if the group has no name */
export function readNewGroup(item: FormItem): IDataObject {
	const body = readBody(item, newGroup);
	if (isEmpty(body.groupName)) throw InputError.empty(groupName.label);
	return body;
}
