/** The fields of a return (spec 2.4). */
import type { CustomField, ReturnRequest, ReturnRow } from '../../../../src/api/records';
import {
	booleanField,
	type FieldOf,
	integerField,
	stringField,
} from '../../../../src/forms/fields/field';

const reasonFields = [
	stringField('reasonCode', 'WRONG_SIZE', "Code of the return reason. Use this or 'Reason ID'."),
	integerField('reasonId', '3', "ID of the return reason. Use this or 'Reason Code'."),
] as const;

/** A return's own fields (spec 2.4). */
export const returnFields: readonly FieldOf<ReturnRequest>[] = [
	booleanField('completed', 'Whether the return is already completed'),
	integerField('deliveryId', '5012', "ID of the delivery. Use this or 'Delivery Number'."),
	stringField('deliveryNumber', 'D-5012', "Number of the delivery. Use this or 'Delivery ID'."),
	stringField('note', 'The parcel was opened', 'Note for the person who handles the return'),
	...reasonFields,
	integerField(
		'warehouseId',
		'7',
		"ID of the receiving warehouse. Use this or 'Warehouse Number'.",
	),
	stringField(
		'warehouseNumber',
		'W7',
		"Number of the receiving warehouse. Use this or 'Warehouse ID'.",
	),
];

/** A row of a return (spec 2.4). */
export const returnRowFields: readonly FieldOf<ReturnRow>[] = [
	{
		...stringField('priceLookUpNumber', '4006381333931'),
		label: 'Price Look-Up Number',
		description: "Price look-up (PLU) number of the article. Use this or 'Stock Keeping Unit ID'.",
	},
	integerField(
		'stockKeepingUnitId',
		'88123',
		"ID of the article's stock keeping unit (SKU). Use this or 'Price Look-Up Number'.",
	),
	integerField('quantity', '1', 'Number of units'),
	...reasonFields,
];

/** A custom field of a return (spec 2.4). */
export const customFieldFields: readonly FieldOf<CustomField>[] = [
	stringField('code', 'CONDITION', 'Code of the field on your platform'),
	stringField('value', 'UNOPENED'),
];
