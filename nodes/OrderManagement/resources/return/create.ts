import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../../../shared/errors';
import { bodyFields, readFormBody } from '../../../shared/form/body';
import {
	checkEntryList,
	entryCollection,
	type EntryList,
	fieldCollection,
	readEntry,
	readEntryList,
} from '../../../shared/form/entries';
import {
	customFieldFields,
	returnFields,
	returnRowFields,
} from '../../../shared/form/fields/records';
import type { FormItem } from '../../../shared/form/item';
import type { NodeOperation } from '../../../shared/node/operation';
import type { CustomField, ReturnRequest, ReturnRow } from '../../../shared/service/records';

const rows: EntryList<ReturnRow> = {
	name: 'rows',
	displayName: 'Rows',
	entryName: 'row',
	entryLabel: 'Row',
	description: 'The articles that come back, at least one',
	fields: returnRowFields,
	needed: ['quantity'],
};

const customFields: EntryList<CustomField> = {
	name: 'customFieldsToAdd',
	displayName: 'Custom Fields',
	entryName: 'field',
	entryLabel: 'Custom Field',
	description: 'Custom fields to add to the return',
	fields: customFieldFields,
	needed: ['code'],
};

function readForm(item: FormItem): IDataObject {
	const additional = item.parameter<IDataObject>('additionalFields', {});
	// The service knows a custom field by code and value, so an empty value is still sent.
	const added = readEntryList(item, customFields).map((field) => ({ value: '', ...field }));
	return {
		...readEntry(item.node, additional, returnFields),
		rows: readEntryList(item, rows),
		...(added.length > 0 ? { customFieldsToAdd: added } : {}),
	};
}

function readRequest(item: FormItem): ReturnRequest {
	const request = readFormBody(item, readForm);
	const returned = checkEntryList(item, rows, request.rows);
	if (returned.length === 0) {
		throw new InputError(
			item.node,
			'Rows is empty',
			'Add a row for each article that comes back. If the rows come from an expression, check this item.',
		);
	}
	const added = checkEntryList(item, customFields, request.customFieldsToAdd);
	return {
		...request,
		rows: returned,
		...(added.length > 0 ? { customFieldsToAdd: added } : {}),
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
		const { record } = await item.request({ body: readRequest(item) });
		return [record];
	},
};
