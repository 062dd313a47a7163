/**
 * The change-set fields of the update bodies: what their entries hold and how they travel, which
 * differs from field to field (spec 2.1 and 2.5). Forms, request bodies and the comparison of two
 * states read this table.
 */
import type { ErrorCode } from '../../service/errorCodes';
import type {
	ChangeSet,
	PropertyKeyUpdate,
	PropertyValue,
	Translation,
	UserGroupUpdate,
} from '../../service/records';
import type { Field, FieldOf } from './field';

export interface ChangeSetField {
	/** Name on the wire and in the form. */
	readonly name: string;
	readonly label: string;
	/** What an entry holds, besides the identifier that the service gives it. */
	readonly fields: readonly Field[];
	/** Names that together tell one entry from another. */
	readonly key: readonly string[];
	/** Identifier that the service gives an entry; absent where the key serves as one. */
	readonly identifier?: Field;
	/** Whether entries can be changed in place. */
	readonly modifiable: boolean;
	/** An entry to add travels as a record, or as its bare key. */
	readonly added: 'record' | 'value';
	/** An entry to remove travels as a record, or as its bare identifier. */
	readonly removed: 'record' | 'value';
	/** The service's code for two entries with the same key, where it has one. */
	readonly duplicateCode?: ErrorCode;
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
	description: 'A language that the platform knows, each only once',
};

/** What a translation holds. */
export const translationFields: readonly FieldOf<Translation>[] = [
	languageCode,
	{
		name: 'name',
		label: 'Name',
		type: 'string',
		placeholder: 'e.g. Colour',
		description: 'The name in this language',
	},
	{
		name: 'description',
		label: 'Description',
		type: 'string',
		placeholder: 'e.g. Colour of the fabric',
		description: 'The description in this language',
	},
];

/** What a predefined value of a property key holds. */
export const propertyValueFields: readonly FieldOf<PropertyValue>[] = [
	{
		name: 'value',
		label: 'Value',
		type: 'string',
		placeholder: 'e.g. Red',
		description: 'The name of the value, which no other value of the key may have',
	},
	{
		name: 'mediaURL',
		label: 'Media URL',
		type: 'string',
		placeholder: 'e.g. https://example.com/red.png',
		description: 'Address of a picture for the value',
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
		fields: translationFields,
		key: ['languageCode'],
		modifiable: true,
		added: 'record',
		removed: 'value',
	},
	{
		name: 'values',
		label: 'Values',
		fields: propertyValueFields,
		key: ['value'],
		identifier: {
			name: 'propertyValueId',
			label: 'Property Value ID',
			type: 'integer',
			placeholder: 'e.g. 4711',
			description: 'The ID that the service gave the value, as in its answers',
		},
		modifiable: true,
		added: 'record',
		removed: 'value',
		duplicateCode: 'duplicate-property-value',
	},
];

/** Change-sets of a user group (spec 2.5). */
export const userGroupChangeSets: readonly ChangeSetFieldOf<UserGroupUpdate>[] = [
	{
		name: 'reports',
		label: 'Reports',
		fields: [
			{ name: 'reportId', label: 'Report', type: 'integer', loadOptionsMethod: 'getReports' },
		],
		key: ['reportId'],
		modifiable: false,
		added: 'value',
		removed: 'value',
	},
	{
		name: 'roles',
		label: 'Roles',
		fields: [{ name: 'role', label: 'Role', type: 'string', placeholder: 'e.g. SALES_MANAGER' }],
		key: ['role'],
		modifiable: false,
		added: 'value',
		removed: 'value',
	},
	{
		name: 'warehouses',
		label: 'Warehouses',
		fields: [
			{
				name: 'warehouseCompanyId',
				label: 'Warehouse Company ID',
				type: 'integer',
				placeholder: 'e.g. 1',
			},
			{ name: 'warehouseId', label: 'Warehouse ID', type: 'integer', placeholder: 'e.g. 7' },
		],
		key: ['warehouseCompanyId', 'warehouseId'],
		modifiable: false,
		added: 'record',
		removed: 'record',
	},
	{
		name: 'returnReasons',
		label: 'Return Reasons',
		fields: [
			{
				name: 'returnReasonId',
				label: 'Return Reason ID',
				type: 'integer',
				placeholder: 'e.g. 3',
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
		fields: [{ name: 'storeId', label: 'Store ID', type: 'integer', placeholder: 'e.g. 2' }],
		key: ['storeId'],
		modifiable: false,
		added: 'record',
		removed: 'value',
	},
];
