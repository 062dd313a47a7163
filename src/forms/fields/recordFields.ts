/** The single fields of the records that the specification describes (spec 2.1, 2.4 and 2.5). */
import { labelNames } from '../../api/assumedNames';
import { InputError } from '../../api/errors';
import type {
	CustomField,
	NewPropertyKey,
	PropertyKeyFields,
	ReturnRequest,
	ReturnRow,
	TicketUnassignment,
	UserGroupUpdate,
} from '../../api/records';
import { active, booleanField, type FieldOf, integerField, stringField } from './field';

/** The name of a property key, which is never empty (spec 2.1). */
export const propertyKeyName: FieldOf<PropertyKeyFields> = {
	...stringField('name', 'Color', 'Unique name of the property key'),
	required: true,
};

/** How a property key is presented, sent on create only. The spec shows one value (spec 2.1). */
export const presentation: FieldOf<NewPropertyKey> = {
	...stringField(
		'presentation',
		'SINGLE_SELECT',
		'How the property is displayed, such as SINGLE_SELECT',
	),
	default: 'SINGLE_SELECT',
};

/** @throws InputError if the key has no name */
export function requirePropertyKeyName<Body extends PropertyKeyFields>(body: Partial<Body>): Body {
	if (String(body.name ?? '').trim() === '') throw InputError.of('invalid-property-key-name');
	return body as Body;
}

/** The other fields of a property key that can be set (spec 2.1). */
export const propertyKeyFields: readonly FieldOf<PropertyKeyFields>[] = [
	booleanField('allowUpdateInUI', 'Whether users can change the property in the user interface'),
	stringField('keyGroup', 'Clothing', 'Label of the group that the key belongs to'),
	booleanField('sendToShippingProvider', 'Whether to send the property to the shipping provider'),
	integerField('sort', '10', 'Position among the property keys'),
	booleanField('usedForFilter', 'Whether products can be filtered by the property'),
	booleanField('usedForPresentation', 'Whether the property is shown with the product'),
];

/** The name of a user group, which is never empty. */
export const groupName = {
	...stringField('groupName', 'Warehouse Stockholm', 'Unique name of the user group'),
	required: true,
} as const satisfies FieldOf<UserGroupUpdate>;

/** The single fields of a user group's update (spec 2.5). */
export const userGroupFields: readonly FieldOf<UserGroupUpdate>[] = [
	{ ...groupName, otherNames: labelNames.group },
	active,
];

/** The version of a ticket (spec 2.2). */
export const ticketVersion: FieldOf<TicketUnassignment> = integerField(
	'version',
	'3',
	'Version number from the ticket record',
);

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
