/** The fields of a return (spec 2.4). */
import type { CustomField, ReturnRequest, ReturnRow } from '../../../../src/api/records';
import {
	booleanField,
	type FieldOf,
	integerField,
	stringField,
} from '../../../../src/forms/fields/field';

const reasonFields = [
	stringField(
		'reasonCode',
		'WRONG_SIZE',
		"Reason for the return by code, as an alternative to 'Reason ID'",
	),
	integerField('reasonId', '3', "Reason for the return by ID, as an alternative to 'Reason Code'"),
] as const;

/** A return's own fields (spec 2.4). */
export const returnFields: readonly FieldOf<ReturnRequest>[] = [
	booleanField('completed', 'Whether the return is already completed'),
	integerField('deliveryId', '5012', "Delivery by ID, as an alternative to 'Delivery Number'"),
	stringField('deliveryNumber', 'D-5012', "Delivery by number, as an alternative to 'Delivery ID'"),
	stringField('note', 'The parcel was opened', 'Note for the person who handles the return'),
	...reasonFields,
	integerField(
		'warehouseId',
		'7',
		"Receiving warehouse by ID, as an alternative to 'Warehouse Number'",
	),
	stringField(
		'warehouseNumber',
		'W7',
		"Receiving warehouse by number, as an alternative to 'Warehouse ID'",
	),
];

/** A row of a return (spec 2.4). */
export const returnRowFields: readonly FieldOf<ReturnRow>[] = [
	{
		...stringField('priceLookUpNumber', '4006381333931'),
		label: 'Price Look-Up Number',
		description:
			"Article by price look-up (PLU) number, as an alternative to 'Stock Keeping Unit ID'",
	},
	integerField(
		'stockKeepingUnitId',
		'88123',
		"Article by stock keeping unit (SKU), as an alternative to 'Price Look-Up Number'",
	),
	integerField('quantity', '1', 'Number of units. The service may require it.'),
	...reasonFields,
];

/** A custom field of a return (spec 2.4). */
export const customFieldFields: readonly FieldOf<CustomField>[] = [
	stringField('code', 'CONDITION', 'Code of the field on your platform'),
	stringField('value', 'UNOPENED'),
];
