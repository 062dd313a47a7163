import { otherFields, readOtherFields, requireContent } from '../../../../src/forms/body';
import { readEntryList, readFields } from '../../../../src/forms/collectionEntries';
import {
	entryCollection,
	type EntryList,
	fieldCollection,
} from '../../../../src/forms/formProperties';
import {
	customFieldFields,
	returnFields,
	returnRowFields,
} from '../../../../src/forms/fields/recordFields';
import type { FormItem } from '../../../../src/forms/formItem';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { readUniqueKey, registerOnce, uniqueKeyOption } from './uniqueKey';
import type { CustomField, ReturnRequest, ReturnRow } from '../../../../src/api/records';

const rows: EntryList<ReturnRow> = {
	name: 'rows',
	displayName: 'Rows',
	entryName: 'row',
	entryLabel: 'Row',
	description: 'Returned articles. The service may require at least one.',
	fields: returnRowFields,
	required: [],
};

const customFields: EntryList<CustomField> = {
	name: 'customFieldsToAdd',
	displayName: 'Custom Fields',
	entryName: 'field',
	entryLabel: 'Custom Field',
	description: 'Custom fields to add to the return',
	fields: customFieldFields,
	required: ['code'],
};

function readRequest(item: FormItem): ReturnRequest {
	const others = readOtherFields(item, 'additionalFields');
	const returned = readEntryList(item, rows, others);
	// The service knows a custom field by code and value, so an empty value is still sent.
	const added = readEntryList(item, customFields, others)?.map((field) => ({
		...field,
		value: field.value ?? '',
	}));
	const body = {
		...readFields<ReturnRequest>(item.parameter('additionalFields', {}), returnFields),
		...others,
		...(returned && { rows: returned }),
		...(added && { customFieldsToAdd: added }),
	};
	requireContent(body, 'additionalFields');
	return body;
}

export const create: NodeOperation<'return.create'> = {
	id: 'return.create',
	name: 'Create',
	action: 'Create return',
	description: 'Register goods that a customer sends back',
	fields: [
		{
			displayName:
				"Every execution registers a new return for each item. To register each return only once, set 'Unique Key' in Options.",
			name: 'repeatNotice',
			type: 'notice',
			default: '',
		},
		entryCollection(rows),
		entryCollection(customFields),
		fieldCollection('additionalFields', returnFields, [otherFields]),
	],
	options: [uniqueKeyOption],
	async execute(item) {
		const body = readRequest(item);
		const uniqueKey = readUniqueKey(item);
		const register = async () => (await item.request({ body })).record;
		return [
			uniqueKey === undefined ? await register() : await registerOnce(item, uniqueKey, register),
		];
	},
};
