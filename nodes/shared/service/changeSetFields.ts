/**
 * The change-set fields of the update bodies: what their entries hold and how they travel, which
 * differs from field to field (spec 2.1 and 2.5). Forms, request bodies and the comparison of two
 * states read this table.
 */
import type { ErrorCode } from './errorCodes';

export interface EntryField {
	readonly name: string;
	readonly label: string;
	readonly holds: 'boolean' | 'integer' | 'string' | 'translations';
	/** The smallest value of an integer, where there is one. */
	readonly minimum?: number;
	readonly placeholder?: string;
	/** One line for the form. */
	readonly description?: string;
	/** Method of the node's `loadOptions` that fills a drop-down. */
	readonly choices?: string;
}

export interface ChangeSetField {
	/** Name on the wire and in the form. */
	readonly name: string;
	readonly label: string;
	/** What an entry holds, besides the identifier that the service gives it. */
	readonly fields: readonly EntryField[];
	/** Names that together tell one entry from another. */
	readonly key: readonly string[];
	/** Identifier that the service gives an entry; absent where the key serves as one. */
	readonly identifier?: EntryField;
	/** Whether entries can be changed in place. */
	readonly modifiable: boolean;
	/** An entry to add travels as a record, or as its bare key. */
	readonly added: 'record' | 'value';
	/** An entry to remove travels as a record, or as its bare identifier. */
	readonly removed: 'record' | 'value';
	/** The service's code for two entries with the same key, where it has one. */
	readonly duplicateCode?: ErrorCode;
}

const languageCode: EntryField = {
	name: 'languageCode',
	label: 'Language Code',
	holds: 'string',
	placeholder: 'e.g. en',
	description: 'A language that the platform knows, each only once',
};

/** What a translation holds. */
export const translationFields: readonly EntryField[] = [
	languageCode,
	{
		name: 'name',
		label: 'Name',
		holds: 'string',
		placeholder: 'e.g. Colour',
		description: 'The name in this language',
	},
	{
		name: 'description',
		label: 'Description',
		holds: 'string',
		placeholder: 'e.g. Colour of the fabric',
		description: 'The description in this language',
	},
];

/** What a predefined value of a property key holds. */
export const propertyValueFields: readonly EntryField[] = [
	{
		name: 'value',
		label: 'Value',
		holds: 'string',
		placeholder: 'e.g. Red',
		description: 'The name of the value, which no other value of the key may have',
	},
	{
		name: 'mediaURL',
		label: 'Media URL',
		holds: 'string',
		placeholder: 'e.g. https://example.com/red.png',
		description: 'Address of a picture for the value',
	},
	{
		name: 'filterTag',
		label: 'Filter Tag',
		holds: 'string',
		placeholder: 'e.g. red',
		description: 'Tag of the value in filters',
	},
	{
		name: 'sort',
		label: 'Sort',
		holds: 'integer',
		placeholder: 'e.g. 10',
		description: 'Position among the values',
	},
	{
		name: 'translations',
		label: 'Translations',
		holds: 'translations',
		description: 'The value in other languages',
	},
];

/** Change-sets of a property key (spec 2.1). */
export const propertyKeyChangeSets: readonly ChangeSetField[] = [
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
			holds: 'integer',
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
export const userGroupChangeSets: readonly ChangeSetField[] = [
	{
		name: 'reports',
		label: 'Reports',
		fields: [{ name: 'reportId', label: 'Report', holds: 'integer', choices: 'getReports' }],
		key: ['reportId'],
		modifiable: false,
		added: 'value',
		removed: 'value',
	},
	{
		name: 'roles',
		label: 'Roles',
		fields: [{ name: 'role', label: 'Role', holds: 'string', placeholder: 'e.g. SALES_MANAGER' }],
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
				holds: 'integer',
				placeholder: 'e.g. 1',
			},
			{ name: 'warehouseId', label: 'Warehouse ID', holds: 'integer', placeholder: 'e.g. 7' },
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
				holds: 'integer',
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
		fields: [{ name: 'storeId', label: 'Store ID', holds: 'integer', placeholder: 'e.g. 2' }],
		key: ['storeId'],
		modifiable: false,
		added: 'record',
		removed: 'value',
	},
];
