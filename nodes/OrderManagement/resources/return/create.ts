import { type BodyForm, bodyProperties, readContent } from '../../../../src/forms/body';
import type { EntryList } from '../../../../src/forms/formProperties';
import { customFieldFields, returnFields, returnRowFields } from './returnFields';
import { notice } from '../../../../src/forms/parameters';
import type { FormItem } from '../../../../src/forms/formItem';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { readUniqueKey, registerOnce, uniqueKeyOption } from './uniqueKey';
import type { ReturnRequest } from '../../../../src/api/records';

const rows: EntryList = {
	name: 'rows',
	label: 'Rows',
	entryName: 'row',
	entryLabel: 'Row',
	description: 'Returned articles',
	fields: returnRowFields,
	key: [],
	mayRepeat: true,
	jsonList: { name: 'rowList', displayName: 'Rows (JSON)' },
};

const customFields: EntryList = {
	name: 'customFieldsToAdd',
	label: 'Custom Fields',
	entryName: 'field',
	entryLabel: 'Custom Field',
	description: 'Custom fields to add to the return',
	fields: customFieldFields,
	key: ['code'],
	mayRepeat: true,
};

const form: BodyForm = {
	fields: [],
	lists: [rows, customFields],
	collection: 'additionalFields',
	optional: returnFields,
};

function readRequest(item: FormItem): ReturnRequest {
	const body: ReturnRequest = readContent(item, form);
	// The service knows a custom field by code and value, so an empty value is still sent.
	const added = body.customFieldsToAdd?.map((field) => ({ ...field, value: field.value ?? '' }));
	return { ...body, ...(added && { customFieldsToAdd: added }) };
}

export const create: NodeOperation<'return.create'> = {
	id: 'return.create',
	name: 'Create',
	action: 'Create return',
	description: 'Register goods that a customer sends back',
	fields: [
		notice(
			'repeatNotice',
			"Every execution registers a new return for each item. To register each return only once, set 'Unique Key' in Options.",
		),
		...bodyProperties(form),
	],
	options: [uniqueKeyOption],
	async execute(item) {
		const body = readRequest(item);
		const uniqueKey = readUniqueKey(item);
		const register = async () => (await item.request({ body })).record;
		// A preview must not use up the key.
		if (uniqueKey === undefined || item.isPreview) return [await register()];
		return [await registerOnce(item, uniqueKey, register)];
	},
};
