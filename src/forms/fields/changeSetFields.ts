/**
 * The change-set fields of the update bodies: what their entries hold and how they travel, which
 * differs from field to field (spec 2.1 and 2.5). Forms, request bodies and the comparison of two
 * states read this table.
 */
import { groupEntryNames, groupListNames } from '../../api/assumedNames';
import type { ErrorCode } from '../../api/errorCodes';
import type {
	ChangeSet,
	PropertyKeyUpdate,
	PropertyValue,
	Translation,
	UserGroupUpdate,
} from '../../api/records';
import type { Field, FieldOf } from './field';

/** A list inside a record. */
export interface ListField {
	/** Name on the wire and in the form. */
	readonly name: string;
	readonly label: string;
	/** What an entry holds, besides the identifier that the service assigns. */
	readonly fields: readonly Field[];
	/** Names of the fields that together identify an entry. */
	readonly key: readonly string[];
	/** The identifier that the service assigns; without one, the key identifies an entry. */
	readonly identifier?: Field;
	/** Whether an entry can be changed in place. */
	readonly modifiable: boolean;
	/** The service's code for two entries with the same key. */
	readonly duplicateCode?: ErrorCode;
}

/** A list that an update changes entry by entry. */
export interface ChangeSetField extends ListField {
	readonly entryLabel: string;
	/** Other names under which a record may have the list, the likeliest first. */
	readonly otherNames?: readonly string[];
	/** Whether an added entry travels as a record or as its key alone. */
	readonly added: 'record' | 'value';
	/** Whether a removed entry travels as a record or as its identifier alone. */
	readonly removed: 'record' | 'value';
}

type WireShape<Entry> = Entry extends object ? 'record' : 'value';

/** A change-set that an update body has, with the wire shapes that the body gives it. */
export type ChangeSetFieldOf<Body> = {
	[Name in keyof Body & string]-?: NonNullable<Body[Name]> extends object
		? NonNullable<Body[Name]> extends ChangeSet<infer Added, infer Removed, infer Modified>
			? ChangeSetField & {
					readonly name: Name;
					readonly added: WireShape<Added>;
					readonly removed: WireShape<Removed>;
					readonly modifiable: [Modified] extends [never] ? false : true;
				}
			: never
		: never;
}[keyof Body & string];

const languageCode: FieldOf<Translation> = {
	name: 'languageCode',
	label: 'Language Code',
	type: 'string',
	placeholder: 'e.g. en',
	description: 'Language code known to the platform. Use each language once.',
};

/** What a translation holds. */
export const translationFields: readonly FieldOf<Translation>[] = [
	languageCode,
	{
		name: 'name',
		label: 'Name',
		type: 'string',
		placeholder: 'e.g. Color',
	},
	{
		name: 'description',
		label: 'Description',
		type: 'string',
		placeholder: 'e.g. Color of the fabric',
	},
];

/** The translations inside an entry. */
export function translationList({ name, label }: Field): ListField {
	return { name, label, fields: translationFields, key: ['languageCode'], modifiable: true };
}

/** What a predefined value of a property key holds. */
export const propertyValueFields: readonly FieldOf<PropertyValue>[] = [
	{
		name: 'value',
		label: 'Value',
		type: 'string',
		placeholder: 'e.g. Red',
		description: 'Unique name of the value',
	},
	{
		name: 'mediaURL',
		label: 'Media URL',
		type: 'string',
		placeholder: 'e.g. https://example.com/red.png',
		description: 'URL of an image for the value',
	},
	{
		name: 'filterTag',
		label: 'Filter Tag',
		type: 'string',
		placeholder: 'e.g. red',
		description: 'Tag of the value in filters',
	},
	{
		name: 'sort',
		label: 'Sort',
		type: 'integer',
		placeholder: 'e.g. 10',
		description: 'Position among the values',
	},
	{
		name: 'translations',
		label: 'Translations',
		type: 'translations',
		description: 'The value in other languages',
	},
];

/** Change-sets of a property key (spec 2.1). */
export const propertyKeyChangeSets: readonly ChangeSetFieldOf<PropertyKeyUpdate>[] = [
	{
		name: 'translations',
		label: 'Translations',
		entryLabel: 'Translation',
		fields: translationFields,
		key: ['languageCode'],
		modifiable: true,
		added: 'record',
		removed: 'value',
	},
	{
		name: 'values',
		label: 'Values',
		entryLabel: 'Value',
		fields: propertyValueFields,
		key: ['value'],
		identifier: {
			name: 'propertyValueId',
			label: 'Property Value ID',
			type: 'integer',
			placeholder: 'e.g. 4711',
			description: 'ID of the value, from an earlier response',
		},
		modifiable: true,
		added: 'record',
		removed: 'value',
		duplicateCode: 'duplicate-property-value',
	},
];

/** Where the IDs are found that no operation lists. */
const shownByGroup = 'To find the ID, get a user group that already has it.';

/** Change-sets of a user group (spec 2.5). */
export const userGroupChangeSets: readonly ChangeSetFieldOf<UserGroupUpdate>[] = [
	{
		name: 'reports',
		label: 'Reports',
		entryLabel: 'Report',
		otherNames: groupListNames.reports,
		fields: [
			{
				name: 'reportId',
				label: 'Report Name or ID',
				type: 'integer',
				otherNames: groupEntryNames.reportId,
				loadOptionsMethod: 'getReports',
			},
		],
		key: ['reportId'],
		modifiable: false,
		added: 'value',
		removed: 'value',
	},
	{
		name: 'roles',
		label: 'Roles',
		entryLabel: 'Role',
		otherNames: groupListNames.roles,
		fields: [
			{
				name: 'role',
				label: 'Role',
				type: 'string',
				otherNames: groupEntryNames.role,
				placeholder: 'e.g. SALES_MANAGER',
				description:
					'Name of the role on your platform. To find the name, get a user group that already has the role.',
			},
		],
		key: ['role'],
		modifiable: false,
		added: 'value',
		removed: 'value',
	},
	{
		name: 'warehouses',
		label: 'Warehouses',
		entryLabel: 'Warehouse',
		otherNames: groupListNames.warehouses,
		fields: [
			{
				name: 'warehouseCompanyId',
				label: 'Warehouse Company ID',
				type: 'integer',
				otherNames: groupEntryNames.warehouseCompanyId,
				placeholder: 'e.g. 1',
				description: `Company of the warehouse. ${shownByGroup}`,
			},
			{
				name: 'warehouseId',
				label: 'Warehouse ID',
				type: 'integer',
				otherNames: groupEntryNames.warehouseId,
				placeholder: 'e.g. 7',
				description: `Warehouse to change. ${shownByGroup}`,
			},
		],
		key: ['warehouseCompanyId', 'warehouseId'],
		modifiable: false,
		added: 'record',
		removed: 'record',
	},
	{
		name: 'returnReasons',
		label: 'Return Reasons',
		entryLabel: 'Return Reason',
		otherNames: groupListNames.returnReasons,
		fields: [
			{
				name: 'returnReasonId',
				label: 'Return Reason ID',
				type: 'integer',
				otherNames: groupEntryNames.returnReasonId,
				placeholder: 'e.g. 3',
				description: `Return reason that the group can use. ${shownByGroup}`,
			},
		],
		key: ['returnReasonId'],
		modifiable: false,
		added: 'record',
		removed: 'value',
	},
	{
		name: 'webStores',
		label: 'Web Stores',
		entryLabel: 'Web Store',
		otherNames: groupListNames.webStores,
		fields: [
			{
				name: 'storeId',
				label: 'Store ID',
				type: 'integer',
				otherNames: groupEntryNames.storeId,
				placeholder: 'e.g. 2',
				description: `Web store to change. ${shownByGroup}`,
			},
		],
		key: ['storeId'],
		modifiable: false,
		added: 'record',
		removed: 'value',
	},
];
