/** The fields and the lists of a user group's update (spec 2.5). */
import { groupEntryNames } from '../../../../src/api/assumedNames';
import type { BodyForm } from '../../../../src/forms/body';
import type { Field, ListField } from '../../../../src/forms/fields/field';
import {
	booleanParameter,
	integerParameter,
	requiredText,
	textParameter,
	titleOf,
} from '../../../../src/forms/parameters';
import { removeInvisible } from '../../../../src/values/texts';

/** The name of a user group, which is never empty. */
export const groupName: Field = {
	...requiredText('groupName', 'Warehouse Stockholm', 'Unique name of the user group'),
	parse: removeInvisible,
};

const active = booleanParameter('active', 'Whether the user group is active', true);

/** The single fields of a user group's update (spec 2.5). */
export const userGroupFields: readonly Field[] = [groupName, active];

/** Where the IDs are found that no operation lists. */
const shownByGroup = 'To find it, get a user group that has it.';

/** A change-set of a user group. All fields of an entry together identify it. */
function groupList(
	name: 'reports' | 'roles' | 'warehouses' | 'returnReasons' | 'webStores',
	entryFields: readonly Field[],
	bare: ListField['bare'] = [],
): ListField {
	const otherNames: Readonly<Record<string, readonly string[]>> = groupEntryNames;
	const fields = entryFields.map((field) => ({ ...field, otherNames: otherNames[field.name] }));
	const key = fields.map((field) => field.name);
	return {
		name,
		displayName: titleOf(name),
		fields,
		key,
		bare,
	};
}

const reportField: Field = {
	displayName: 'Report Name or ID',
	name: 'reportId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getReports' },
	default: '',
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	readAs: { type: 'number' },
};

/** Change-sets of a user group (spec 2.5). */
export const userGroupChangeSets: readonly ListField[] = [
	groupList('reports', [reportField], ['added', 'removed']),
	groupList(
		'roles',
		[textParameter('role', 'SALES_MANAGER', `Name of the role on your platform. ${shownByGroup}`)],
		['added', 'removed'],
	),
	groupList('warehouses', [
		integerParameter('warehouseCompanyId', '1', `ID of the warehouse's company. ${shownByGroup}`),
		integerParameter('warehouseId', '7', `ID of the warehouse. ${shownByGroup}`),
	]),
	groupList(
		'returnReasons',
		[integerParameter('returnReasonId', '3', `ID of the return reason. ${shownByGroup}`)],
		['removed'],
	),
	groupList(
		'webStores',
		[integerParameter('storeId', '2', `ID of the web store. ${shownByGroup}`)],
		['removed'],
	),
];

export const newGroup = {
	fields: [groupName],
	collection: 'additionalFields',
	optional: [active],
} satisfies BodyForm;
