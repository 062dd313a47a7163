import type { IDataObject } from 'n8n-workflow';
import { entryCollection, entryProperty } from '../../../shared/descriptions/changeSet';
import {
	propertyKeyAdditionalFields,
	propertyKeyNameField,
	readPropertyKeyFields,
} from '../../../shared/descriptions/propertyKey';
import {
	type EntryList,
	positionIn,
	readEntryList,
	refuseTwins,
} from '../../../shared/execution/entries';
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
};

const values: EntryList = {
	name: 'values',
	displayName: 'Values',
	entryName: 'value',
	entryLabel: 'Value',
	description: 'Predefined values to choose from, each name once',
	fields: propertyValueFields,
	needed: ['value'],
};

function readUnique(item: ItemContext, list: EntryList, errorCode?: string): IDataObject[] {
	const entries = readEntryList(item, list);
	refuseTwins(item.node, entries, list.needed, positionIn(list), errorCode);
	return entries;
}

export const create: NodeOperation = {
	id: 'propertyKey.create',
	name: 'Create',
	action: 'Create a property key',
	description: 'Create a variant property with its translations and predefined values',
	fields: [
		propertyKeyNameField,
		{ ...entryProperty(presentation), default: shownPresentation },
		entryCollection(translations),
		entryCollection(values),
		propertyKeyAdditionalFields,
	],
	async execute(item) {
		const request = readPropertyKeyFields(item);
		const shownAs = item.parameter<string>(presentation.name, shownPresentation);
		if (shownAs.trim() !== '') request.presentation = shownAs.trim();
		const translated = readUnique(item, translations);
		const predefined = readUnique(item, values, 'duplicate-property-value');
		if (translated.length > 0) request.translations = translated;
		if (predefined.length > 0) request.values = predefined;
		const { body } = await item.service.request(this.id, { body: request });
		return [asRecord(body)];
	},
};
