import type { IDataObject } from 'n8n-workflow';
import { bodyFields } from '../../../shared/descriptions/body';
import { entryCollection, entryProperty } from '../../../shared/descriptions/changeSet';
import {
	propertyKeyAdditionalFields,
	propertyKeyNameField,
	readPropertyKeyFields,
	requirePropertyKeyName,
} from '../../../shared/descriptions/propertyKey';
import { checkEntryList, type EntryList, readEntryList } from '../../../shared/execution/entries';
import { readFormBody } from '../../../shared/execution/formBody';
import type { ItemContext, NodeOperation } from '../../../shared/execution/operation';
import { propertyValueFields, translationFields } from '../../../shared/service/changeSetFields';
import { presentation, shownPresentation } from '../../../shared/service/recordFields';
import { asRecord } from '../../../shared/transport/answer';

const translations: EntryList = {
	name: 'translations',
	displayName: 'Translations',
	entryName: 'translation',
	entryLabel: 'Translation',
	description: 'The key in other languages, each language once',
	fields: translationFields,
	needed: ['languageCode'],
	unique: ['languageCode'],
};

const values: EntryList = {
	name: 'values',
	displayName: 'Values',
	entryName: 'value',
	entryLabel: 'Value',
	description: 'Predefined values to choose from, each name once',
	fields: propertyValueFields,
	needed: ['value'],
	unique: ['value'],
	duplicateCode: 'duplicate-property-value',
};

function readForm(item: ItemContext): IDataObject {
	const body = readPropertyKeyFields(item);
	const shownAs = String(
		item.parameter<unknown>(presentation.name, shownPresentation) ?? '',
	).trim();
	if (shownAs !== '') body[presentation.name] = shownAs;
	for (const list of [translations, values]) body[list.name] = readEntryList(item, list);
	return body;
}

function readRequest(item: ItemContext): IDataObject {
	const request = { ...readFormBody(item, readForm) };
	requirePropertyKeyName(item, request);
	for (const list of [translations, values]) {
		const entries = checkEntryList(item, list, request[list.name]);
		if (entries.length > 0) request[list.name] = entries;
		else delete request[list.name];
	}
	return request;
}

export const create: NodeOperation = {
	id: 'propertyKey.create',
	name: 'Create',
	action: 'Create a property key',
	description: 'Create a variant property with its translations and predefined values',
	fields: bodyFields([
		propertyKeyNameField,
		{ ...entryProperty(presentation), default: shownPresentation },
		entryCollection(translations),
		entryCollection(values),
		propertyKeyAdditionalFields,
	]),
	async execute(item) {
		const { body } = await item.service.request(this.id, { body: readRequest(item) });
		return [asRecord(body)];
	},
};
