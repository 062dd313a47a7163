import type { IDataObject } from 'n8n-workflow';
import { entryCollection, fieldCollection } from '../../../shared/descriptions/changeSet';
import { type EntryList, readEntry, readEntryList } from '../../../shared/execution/entries';
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

function readRequest(item: ItemContext): IDataObject {
	const additional = item.parameter<IDataObject>('additionalFields', {});
	const returned = readEntryList(item, rows);
	if (returned.length === 0) {
		throw new InputError(
			item.node,
			'Rows is empty',
			'Add a row for each article that comes back. If the rows come from an expression, check this item.',
		);
	}
	// The service knows a custom field by code and value, so an empty value is still sent.
	const added = readEntryList(item, customFields).map((field) => ({ value: '', ...field }));
	const request: IDataObject = {
		...readEntry(item.node, additional, returnFields),
		rows: returned,
	};
	if (added.length > 0) request.customFieldsToAdd = added;
	return request;
}

export const create: NodeOperation = {
	id: 'return.create',
	name: 'Create',
	action: 'Create a return',
	description: 'Register goods that a customer sends back',
	fields: [
		{ ...entryCollection(rows), required: true },
		entryCollection(customFields),
		fieldCollection('additionalFields', 'Additional Fields', returnFields),
	],
	async execute(item) {
		const { body } = await item.service.request(this.id, { body: readRequest(item) });
		return [asRecord(body)];
	},
};
