/** The single fields of the records that the specification describes (spec 2.1, 2.4 and 2.5). */
import { labelNames } from '../../api/assumedNames';
import type {
	CustomField,
	NewPropertyKey,
	PropertyKeyFields,
	ReturnRequest,
	ReturnRow,
	TicketUnassignment,
	UserGroupUpdate,
} from '../../api/records';
import { active, type FieldOf } from './field';

/** The name of a property key, which is never empty (spec 2.1). */
export const propertyKeyName: FieldOf<PropertyKeyFields> = {
	name: 'name',
	label: 'Name',
	type: 'string',
	required: true,
	placeholder: 'e.g. Color',
	description: 'Unique name of the property key',
};

/** The one value of `presentation` that the spec shows; there are others (spec 2.1). */
export const shownPresentation = 'SINGLE_SELECT';

/** How a property key is presented, sent on create only (spec 2.1). */
export const presentation: FieldOf<NewPropertyKey> = {
	name: 'presentation',
	label: 'Presentation',
	type: 'string',
	placeholder: `e.g. ${shownPresentation}`,
	description: 'How the property is displayed, such as SINGLE_SELECT',
};

/** The other fields of a property key that can be set (spec 2.1). */
export const propertyKeyFields: readonly FieldOf<PropertyKeyFields>[] = [
	{
		name: 'allowUpdateInUI',
		label: 'Allow Update in UI',
		type: 'boolean',
		description: 'Whether users can change the property in the user interface',
	},
	{
		name: 'keyGroup',
		label: 'Key Group',
		type: 'string',
		placeholder: 'e.g. Clothing',
		description: 'Label of the group that the key belongs to',
	},
	{
		name: 'sendToShippingProvider',
		label: 'Send to Shipping Provider',
		type: 'boolean',
		description: 'Whether to send the property to the shipping provider',
	},
	{
		name: 'sort',
		label: 'Sort',
		type: 'integer',
		placeholder: 'e.g. 10',
		description: 'Position among the property keys',
	},
	{
		name: 'usedForFilter',
		label: 'Used for Filter',
		type: 'boolean',
		description: 'Whether products can be filtered by the property',
	},
	{
		name: 'usedForPresentation',
		label: 'Used for Presentation',
		type: 'boolean',
		description: 'Whether the property is shown with the product',
	},
];

/** The name of a user group, which is never empty. */
export const groupName = {
	name: 'groupName',
	label: 'Group Name',
	type: 'string',
	required: true,
	placeholder: 'e.g. Warehouse Stockholm',
	description: 'Unique name of the user group',
} as const satisfies FieldOf<UserGroupUpdate>;

/** The single fields of a user group's update (spec 2.5). */
export const userGroupFields: readonly FieldOf<UserGroupUpdate>[] = [
	{ ...groupName, otherNames: labelNames.group },
	active,
];

/** The version of a ticket (spec 2.2). */
export const ticketVersion: FieldOf<TicketUnassignment> = {
	name: 'version',
	label: 'Version',
	type: 'integer',
	placeholder: 'e.g. 3',
	description: 'Version number from the ticket record',
};

const reasonCode: FieldOf<ReturnRow> = {
	name: 'reasonCode',
	label: 'Reason Code',
	type: 'string',
	placeholder: 'e.g. WRONG_SIZE',
	description: "Reason for the return by code, as an alternative to 'Reason ID'",
};

const reasonId: FieldOf<ReturnRow> = {
	name: 'reasonId',
	label: 'Reason ID',
	type: 'integer',
	placeholder: 'e.g. 3',
	description: "Reason for the return by ID, as an alternative to 'Reason Code'",
};

/** A return's own fields (spec 2.4). */
export const returnFields: readonly FieldOf<ReturnRequest>[] = [
	{
		name: 'completed',
		label: 'Completed',
		type: 'boolean',
		description: 'Whether the return is already completed',
	},
	{
		name: 'deliveryId',
		label: 'Delivery ID',
		type: 'integer',
		placeholder: 'e.g. 5012',
		description: "Delivery by ID, as an alternative to 'Delivery Number'",
	},
	{
		name: 'deliveryNumber',
		label: 'Delivery Number',
		type: 'string',
		placeholder: 'e.g. D-5012',
		description: "Delivery by number, as an alternative to 'Delivery ID'",
	},
	{
		name: 'note',
		label: 'Note',
		type: 'string',
		placeholder: 'e.g. The parcel was opened',
		description: 'Note for the person who handles the return',
	},
	reasonCode,
	reasonId,
	{
		name: 'warehouseId',
		label: 'Warehouse ID',
		type: 'integer',
		placeholder: 'e.g. 7',
		description: "Receiving warehouse by ID, as an alternative to 'Warehouse Number'",
	},
	{
		name: 'warehouseNumber',
		label: 'Warehouse Number',
		type: 'string',
		placeholder: 'e.g. W7',
		description: "Receiving warehouse by number, as an alternative to 'Warehouse ID'",
	},
];

/** A row of a return (spec 2.4). */
export const returnRowFields: readonly FieldOf<ReturnRow>[] = [
	{
		name: 'priceLookUpNumber',
		label: 'Price Look-Up Number',
		type: 'string',
		placeholder: 'e.g. 4006381333931',
		description:
			"Article by price look-up (PLU) number, as an alternative to 'Stock Keeping Unit ID'",
	},
	{
		name: 'stockKeepingUnitId',
		label: 'Stock Keeping Unit ID',
		type: 'integer',
		placeholder: 'e.g. 88123',
		description: "Article by stock keeping unit (SKU), as an alternative to 'Price Look-Up Number'",
	},
	{
		name: 'quantity',
		label: 'Quantity',
		type: 'integer',
		placeholder: 'e.g. 1',
		description: 'Number of units. The service may require it.',
	},
	reasonCode,
	reasonId,
];

/** A custom field of a return (spec 2.4). */
export const customFieldFields: readonly FieldOf<CustomField>[] = [
	{
		name: 'code',
		label: 'Code',
		type: 'string',
		placeholder: 'e.g. CONDITION',
		description: 'Code of the field on your platform',
	},
	{
		name: 'value',
		label: 'Value',
		type: 'string',
		placeholder: 'e.g. UNOPENED',
	},
];
