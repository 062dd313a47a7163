import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../../src/api/errors';
import { bodyFields, readFormBody, requireContent } from '../../../../src/forms/body';
import {
	checkEntryList,
	entryCollection,
	type EntryList,
	fieldCollection,
	readEntry,
	readEntryList,
} from '../../../../src/forms/collectionEntries';
import {
	customFieldFields,
	returnFields,
	returnRowFields,
} from '../../../../src/forms/fields/recordFields';
import type { FormItem } from '../../../../src/forms/formItem';
import type { NodeOperation } from '../../../../src/runtime/operation';
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

function readForm(item: FormItem): IDataObject {
	const additional = item.parameter<IDataObject>('additionalFields', {});
	// The service knows a custom field by code and value, so an empty value is still sent.
	const returned = readEntryList(item, rows);
	const empty = returned.findIndex((row) => Object.keys(row).length === 0);
	if (empty >= 0) {
		throw new InputError(
			`Rows, entry ${empty + 1} is empty`,
			'Fill in the entry, or remove the entry. If the value comes from an expression, check this item.',
		);
	}
	const added = checkEntryList(customFields, item.parameter(customFields.name, {})).map(
		(field) => ({ ...field, value: field.value ?? '' }),
	);
	return {
		...readEntry(additional, returnFields),
		...(returned.length > 0 ? { rows: returned } : {}),
		...(added.length > 0 ? { customFieldsToAdd: added } : {}),
	};
}

/** Lists of a body that the user wrote: values in their types, and nothing demanded (spec 2.6). */
function readRequest(item: FormItem): ReturnRequest {
	const { rows: returned, customFieldsToAdd: added, ...request } = readFormBody(item, readForm);
	return {
		...request,
		...(returned === undefined ? {} : { rows: checkEntryList(rows, returned) }),
		...(added === undefined
			? {}
			: { customFieldsToAdd: checkEntryList({ ...customFields, required: [] }, added) }),
	};
}

export const create: NodeOperation<'return.create'> = {
	id: 'return.create',
	name: 'Create',
	action: 'Create a return',
	description: 'Register goods that a customer sends back',
	fields: bodyFields([
		entryCollection(rows),
		entryCollection(customFields),
		fieldCollection('additionalFields', 'Additional Fields', returnFields),
	]),
	async execute(item) {
		const body = readRequest(item);
		requireContent({ body: { ...body }, ownNames: false });
		const { record } = await item.request({ body });
		return [record];
	},
};
