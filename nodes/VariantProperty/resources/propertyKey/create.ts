import type { IDataObject } from 'n8n-workflow';
import { bodyFields, readFormBody } from '../../../../src/forms/body';
import {
	checkEntryList,
	entryCollection,
	type EntryList,
	entryProperty,
	readEntry,
	readEntryList,
} from '../../../../src/forms/collectionEntries';
import {
	propertyValueFields,
	translationFields,
} from '../../../../src/forms/fields/changeSetFields';
import { propertyKeyOutput } from '../../../../src/forms/fields/outputChoices';
import { presentation, shownPresentation } from '../../../../src/forms/fields/recordFields';
import type { FormItem } from '../../../../src/forms/formItem';
import {
	propertyKeyAdditionalFields,
	propertyKeyNameField,
	readPropertyKeyFields,
	requirePropertyKeyName,
} from '../../../../src/forms/propertyKeyFields';
import { readOutput, simplifyFields } from '../../../../src/forms/simplify';
import type { NodeOperation } from '../../../../src/runtime/operation';
import type { NewPropertyKey, PropertyValue, Translation } from '../../../../src/api/records';

const translations: EntryList<Translation> = {
	name: 'translations',
	displayName: 'Translations',
	entryName: 'translation',
	entryLabel: 'Translation',
	description: 'The key in other languages, with each language once',
	fields: translationFields,
	required: ['languageCode'],
	unique: ['languageCode'],
};

const values: EntryList<PropertyValue> = {
	name: 'values',
	displayName: 'Values',
	entryName: 'value',
	entryLabel: 'Value',
	description: 'Predefined values, with each name once',
	fields: propertyValueFields,
	required: ['value'],
	unique: ['value'],
	duplicateCode: 'duplicate-property-value',
};

function readForm(item: FormItem): IDataObject {
	const shownAs = item.parameter<string>(presentation.name, shownPresentation);
	return {
		...readPropertyKeyFields(item),
		...readEntry({ [presentation.name]: shownAs }, [presentation]),
		translations: readEntryList(item, translations),
		values: readEntryList(item, values),
	};
}

function readRequest(item: FormItem): NewPropertyKey {
	const { translations: named, values: valued, ...request } = readFormBody(item, readForm);
	const lists = {
		translations: checkEntryList(translations, named),
		values: checkEntryList(values, valued),
	};
	const body: Partial<NewPropertyKey> = {
		...request,
		...(lists.translations.length > 0 ? { translations: lists.translations } : {}),
		...(lists.values.length > 0 ? { values: lists.values } : {}),
	};
	requirePropertyKeyName(body);
	return body;
}

export const create: NodeOperation<'propertyKey.create'> = {
	id: 'propertyKey.create',
	name: 'Create',
	action: 'Create a property key',
	description: 'Create a variant property with its translations and values',
	fields: [
		...bodyFields([
			propertyKeyNameField,
			{ ...entryProperty(presentation), default: shownPresentation },
			entryCollection(translations),
			entryCollection(values),
			propertyKeyAdditionalFields,
		]),
		...simplifyFields(propertyKeyOutput),
	],
	output: propertyKeyOutput,
	async execute(item) {
		const shown = readOutput(item, propertyKeyOutput);
		const { record } = await item.request({ body: readRequest(item) });
		return [shown(record)];
	},
};
