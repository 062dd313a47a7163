import type { IDataObject } from 'n8n-workflow';
import { bodyFields } from '../../../shared/descriptions/body';
import { entryCollection, fieldCollection } from '../../../shared/descriptions/changeSet';
import {
	checkEntryList,
	type EntryList,
	readEntry,
	readEntryList,
} from '../../../shared/execution/entries';
import { readFormBody } from '../../../shared/execution/formBody';
import type { ItemContext, NodeOperation } from '../../../shared/execution/operation';
import {
	customFieldFields,
	returnFields,
	returnRowFields,
} from '../../../shared/service/recordFields';
import { asRecord } from '../../../shared/transport/answer';
import { InputError } from '../../../shared/transport/serviceError';

const rows: EntryList = {
	name: 'rows',
	displayName: 'Rows',
	entryName: 'row',
	entryLabel: 'Row',
	description: 'The articles that come back, at least one',
	fields: returnRowFields,
	needed: ['quantity'],
};

const customFields: EntryList = {
	name: 'customFieldsToAdd',
	displayName: 'Custom Fields',
	entryName: 'field',
	entryLabel: 'Custom Field',
	description: 'Custom fields to add to the return',
	fields: customFieldFields,
	needed: ['code'],
};

function readForm(item: ItemContext): IDataObject {
	const additional = item.parameter<IDataObject>('additionalFields', {});
	// The service knows a custom field by code and value, so an empty value is still sent.
	const added = readEntryList(item, customFields).map((field) => ({ value: '', ...field }));
	return {
		...readEntry(item.node, additional, returnFields),
		rows: readEntryList(item, rows),
		...(added.length > 0 ? { customFieldsToAdd: added } : {}),
	};
}

function readRequest(item: ItemContext): IDataObject {
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

export const create: NodeOperation = {
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
		const { body } = await item.service.request(this.id, { body: readRequest(item) });
		return [asRecord(body)];
	},
};
