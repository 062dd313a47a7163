import type { IDataObject } from 'n8n-workflow';
import { type BodyForm, readBody } from '../../../../src/forms/body';
import type { Field, ListField } from '../../../../src/forms/fields/field';
import {
	booleanParameter,
	integerParameter,
	notice,
	textParameter,
} from '../../../../src/forms/parameters';
import { readOption, uniqueKeyOption } from '../../../../src/forms/options';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { previewOnce, registerOnce } from './uniqueKey';

const reasonFields = [
	textParameter('reasonCode', 'WRONG_SIZE', "Code of the return reason. Use this or 'Reason ID'."),
	integerParameter('reasonId', '3', "ID of the return reason. Use this or 'Reason Code'."),
] as const;

/**
 * A return's own fields (spec 2.4).
 *
 * @internal
 */
export const returnFields: readonly Field[] = [
	booleanParameter('completed', 'Whether the return is already completed'),
	integerParameter('deliveryId', '5012', "ID of the delivery. Use this or 'Delivery Number'."),
	textParameter('deliveryNumber', 'D-5012', "Number of the delivery. Use this or 'Delivery ID'."),
	textParameter('note', 'The parcel was opened', 'Note for the person who handles the return'),
	...reasonFields,
	integerParameter(
		'warehouseId',
		'7',
		"ID of the receiving warehouse. Use this or 'Warehouse Number'.",
	),
	textParameter(
		'warehouseNumber',
		'W7',
		"Number of the receiving warehouse. Use this or 'Warehouse ID'.",
	),
];

/**
 * A row of a return (spec 2.4).
 *
 * @internal
 */
export const returnRowFields: readonly Field[] = [
	{
		...textParameter('priceLookUpNumber', '4006381333931'),
		displayName: 'Price Look-Up Number',
		description: "Price look-up (PLU) number of the article. Use this or 'Stock Keeping Unit ID'.",
	},
	integerParameter(
		'stockKeepingUnitId',
		'88123',
		"ID of the article's stock keeping unit (SKU). Use this or 'Price Look-Up Number'.",
	),
	integerParameter('quantity', '1', 'Number of units'),
	...reasonFields,
];

/**
 * A custom field of a return (spec 2.4).
 *
 * @internal
 */
export const customFieldFields: readonly Field[] = [
	textParameter('code', 'CONDITION', 'Code of the field on your platform'),
	textParameter('value', 'UNOPENED'),
];

const rows: ListField = {
	name: 'rows',
	displayName: 'Rows',
	description: 'Returned articles',
	fields: returnRowFields,
	key: [],
	mayRepeat: true,
	jsonList: { name: 'rowList', displayName: 'Rows (JSON)' },
};

const customFields: ListField = {
	name: 'customFieldsToAdd',
	displayName: 'Custom Fields',
	entryName: 'field',
	description: 'Custom fields to add to the return',
	fields: customFieldFields,
	key: ['code'],
	mayRepeat: true,
};

const form: BodyForm = {
	fields: [rows, customFields],
	collection: 'additionalFields',
	optional: returnFields,
};

export const create: NodeOperation = {
	id: 'return.create',
	description: 'Register goods that a customer sends back',
	notice: {
		...notice(
			'repeatNotice',
			"Every execution registers a new return for each item. To register each return only once, set 'Unique Key' in Options.",
		),
		displayOptions: { hide: { '/options.uniqueKey': [{ _cnd: { exists: true } }] } },
	},
	form,
	options: [uniqueKeyOption],
	async execute(item) {
		const body = readBody(item, form);
		const uniqueKey = readOption(item.parameter<IDataObject>('options', {}), uniqueKeyOption);
		const register = async (preview?: IDataObject): Promise<IDataObject> => {
			const response = await item.request({ body, preview });
			return response.body === undefined ? { success: true } : response.record;
		};
		if (uniqueKey === undefined) return [await register()];
		if (!item.isPreview) return [await registerOnce(item, uniqueKey, register)];
		return [previewOnce(item, uniqueKey) ?? (await register({ uniqueKey }))];
	},
};
