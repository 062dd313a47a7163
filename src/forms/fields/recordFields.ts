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
import { activeWords, type FieldOf } from './field';

/** The name of a property key, which is never empty (spec 2.1). */
export const propertyKeyName: FieldOf<PropertyKeyFields> = {
	name: 'name',
	label: 'Name',
	type: 'string',
	placeholder: 'e.g. Colour',
	description: 'The name of the property key, which no other key may have',
};

/** The one value of `presentation` that the spec shows; there are others (spec 2.1). */
export const shownPresentation = 'SINGLE_SELECT';

/** How a property key is presented, sent on create only (spec 2.1). */
export const presentation: FieldOf<NewPropertyKey> = {
	name: 'presentation',
	label: 'Presentation',
	type: 'string',
	placeholder: `e.g. ${shownPresentation}`,
	description: 'How the property is presented, by the name that your platform has for it',
};

/** The other fields of a property key that can be set (spec 2.1). */
export const propertyKeyFields: readonly FieldOf<PropertyKeyFields>[] = [
	{
		name: 'allowUpdateInUI',
		label: 'Allow Update in UI',
		type: 'boolean',
		description: 'Whether people may change the property in the user interface',
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
		description: 'Whether the property is passed on to the shipping provider',
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

/** The single fields of a user group's update (spec 2.5). */
export const userGroupFields: readonly FieldOf<UserGroupUpdate>[] = [
	{ name: 'groupName', label: 'Group Name', type: 'string', otherNames: labelNames.group },
	{ name: 'active', label: 'Active', type: 'boolean', words: activeWords },
];

/** The version of a ticket (spec 2.2). */
export const ticketVersion: FieldOf<TicketUnassignment> = {
	name: 'version',
	label: 'Version',
	type: 'integer',
	placeholder: 'e.g. 3',
	description: 'The version of the ticket that you know, as the record of the ticket shows it',
};

const reasonCode: FieldOf<ReturnRow> = {
	name: 'reasonCode',
	label: 'Reason Code',
	type: 'string',
	placeholder: 'e.g. WRONG_SIZE',
	description: 'Why the goods come back, by the code of the reason; Reason ID says the same',
};

const reasonId: FieldOf<ReturnRow> = {
	name: 'reasonId',
	label: 'Reason ID',
	type: 'integer',
	placeholder: 'e.g. 3',
	description: 'Why the goods come back, by the ID of the reason; Reason Code says the same',
};

/** A return's own fields (spec 2.4). */
export const returnFields: readonly FieldOf<ReturnRequest>[] = [
	{
		name: 'completed',
		label: 'Completed',
		type: 'boolean',
		description: 'Whether the return is already dealt with',
	},
	{
		name: 'deliveryId',
		label: 'Delivery ID',
		type: 'integer',
		placeholder: 'e.g. 5012',
		description: 'The delivery that comes back; Delivery Number says the same',
	},
	{
		name: 'deliveryNumber',
		label: 'Delivery Number',
		type: 'string',
		placeholder: 'e.g. D-5012',
		description: 'The delivery that comes back; Delivery ID says the same',
	},
	{
		name: 'note',
		label: 'Note',
		type: 'string',
		placeholder: 'e.g. The parcel was opened',
		description: 'A remark for whoever handles the return',
	},
	reasonCode,
	reasonId,
	{
		name: 'warehouseId',
		label: 'Warehouse ID',
		type: 'integer',
		placeholder: 'e.g. 7',
		description: 'Where the goods arrive; Warehouse Number says the same',
	},
	{
		name: 'warehouseNumber',
		label: 'Warehouse Number',
		type: 'string',
		placeholder: 'e.g. W7',
		description: 'Where the goods arrive; Warehouse ID says the same',
	},
];

/** A row of a return (spec 2.4). */
export const returnRowFields: readonly FieldOf<ReturnRow>[] = [
	{
		name: 'priceLookUpNumber',
		label: 'Price Look-Up Number',
		type: 'string',
		placeholder: 'e.g. 4006381333931',
		description: 'The article that comes back; Stock Keeping Unit ID says the same',
	},
	{
		name: 'stockKeepingUnitId',
		label: 'Stock Keeping Unit ID',
		type: 'integer',
		placeholder: 'e.g. 88123',
		description: 'The article that comes back; Price Look-Up Number says the same',
	},
	{
		name: 'quantity',
		label: 'Quantity',
		type: 'integer',
		placeholder: 'e.g. 1',
		description: 'How many pieces come back; the service may want it',
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
		description: 'The code of the custom field',
	},
	{
		name: 'value',
		label: 'Value',
		type: 'string',
		placeholder: 'e.g. UNOPENED',
		description: 'What the custom field says',
	},
];
