/** The single fields of the records that the specification describes (spec 2.1, 2.4 and 2.5). */
import type { EntryField } from './changeSetFields';

/** The name of a property key, which is never empty (spec 2.1). */
export const propertyKeyName: EntryField = {
	name: 'name',
	label: 'Name',
	holds: 'string',
	placeholder: 'e.g. Colour',
	description: 'The name of the property key, which no other key may have',
};

/** The one value of `presentation` that the spec shows; there are others (spec 2.1). */
export const shownPresentation = 'SINGLE_SELECT';

/** How a property key is presented, sent on create only (spec 2.1). */
export const presentation: EntryField = {
	name: 'presentation',
	label: 'Presentation',
	holds: 'string',
	placeholder: `e.g. ${shownPresentation}`,
	description: 'How the property is presented, by the name that your platform has for it',
};

/** The other fields of a property key that can be set (spec 2.1). */
export const propertyKeyFields: readonly EntryField[] = [
	{
		name: 'allowUpdateInUI',
		label: 'Allow Update in UI',
		holds: 'boolean',
		description: 'Whether people may change the property in the user interface',
	},
	{
		name: 'keyGroup',
		label: 'Key Group',
		holds: 'string',
		placeholder: 'e.g. Clothing',
		description: 'Label of the group that the key belongs to',
	},
	{
		name: 'sendToShippingProvider',
		label: 'Send to Shipping Provider',
		holds: 'boolean',
		description: 'Whether the property is passed on to the shipping provider',
	},
	{
		name: 'sort',
		label: 'Sort',
		holds: 'integer',
		placeholder: 'e.g. 10',
		description: 'Position among the property keys',
	},
	{
		name: 'usedForFilter',
		label: 'Used for Filter',
		holds: 'boolean',
		description: 'Whether products can be filtered by the property',
	},
	{
		name: 'usedForPresentation',
		label: 'Used for Presentation',
		holds: 'boolean',
		description: 'Whether the property is shown with the product',
	},
];

/** The single fields of a user group's update (spec 2.5). */
export const userGroupFields: readonly EntryField[] = [
	{ name: 'groupName', label: 'Group Name', holds: 'string' },
	{ name: 'active', label: 'Active', holds: 'boolean' },
];

/** The version of a ticket (spec 2.2). */
export const ticketVersion: EntryField = {
	name: 'version',
	label: 'Version',
	holds: 'integer',
	minimum: 0,
	placeholder: 'e.g. 3',
	description: 'The version of the ticket that you know, so that no newer change is overlooked',
};

const reasonCode: EntryField = {
	name: 'reasonCode',
	label: 'Reason Code',
	holds: 'string',
	placeholder: 'e.g. WRONG_SIZE',
	description: 'Why the goods come back; give this or the ID of the reason',
};

const reasonId: EntryField = {
	name: 'reasonId',
	label: 'Reason ID',
	holds: 'integer',
	placeholder: 'e.g. 3',
	description: 'Why the goods come back; give this or the code of the reason',
};

/** A return's own fields (spec 2.4). */
export const returnFields: readonly EntryField[] = [
	{
		name: 'completed',
		label: 'Completed',
		holds: 'boolean',
		description: 'Whether the return is already dealt with',
	},
	{
		name: 'deliveryId',
		label: 'Delivery ID',
		holds: 'integer',
		placeholder: 'e.g. 5012',
		description: 'The delivery that comes back; give this or the number of the delivery',
	},
	{
		name: 'deliveryNumber',
		label: 'Delivery Number',
		holds: 'string',
		placeholder: 'e.g. D-5012',
		description: 'The delivery that comes back; give this or the ID of the delivery',
	},
	{
		name: 'note',
		label: 'Note',
		holds: 'string',
		placeholder: 'e.g. The parcel was opened',
		description: 'A remark for whoever handles the return',
	},
	reasonCode,
	reasonId,
	{
		name: 'warehouseId',
		label: 'Warehouse ID',
		holds: 'integer',
		placeholder: 'e.g. 7',
		description: 'Where the goods arrive; give this or the number of the warehouse',
	},
	{
		name: 'warehouseNumber',
		label: 'Warehouse Number',
		holds: 'string',
		placeholder: 'e.g. W7',
		description: 'Where the goods arrive; give this or the ID of the warehouse',
	},
];

/** A row of a return (spec 2.4). */
export const returnRowFields: readonly EntryField[] = [
	{
		name: 'priceLookUpNumber',
		label: 'Price Look-Up Number',
		holds: 'string',
		placeholder: 'e.g. 4006381333931',
		description: 'The article that comes back; give this or the stock keeping unit',
	},
	{
		name: 'stockKeepingUnitId',
		label: 'Stock Keeping Unit ID',
		holds: 'integer',
		placeholder: 'e.g. 88123',
		description: 'The article that comes back; give this or the price look-up number',
	},
	{
		name: 'quantity',
		label: 'Quantity',
		holds: 'integer',
		minimum: 1,
		placeholder: 'e.g. 1',
		description: 'How many pieces come back',
	},
	reasonCode,
	reasonId,
];

/** A custom field of a return (spec 2.4). */
export const customFieldFields: readonly EntryField[] = [
	{
		name: 'code',
		label: 'Code',
		holds: 'string',
		placeholder: 'e.g. CONDITION',
		description: 'The code of the custom field',
	},
	{
		name: 'value',
		label: 'Value',
		holds: 'string',
		placeholder: 'e.g. UNOPENED',
		description: 'What the custom field says',
	},
];
