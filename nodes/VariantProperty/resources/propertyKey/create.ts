import { otherFields, readOtherFields } from '../../../../src/forms/body';
import { readEntryList, readFields } from '../../../../src/forms/collectionEntries';
import {
	entryCollection,
	type EntryList,
	entryProperty,
	fieldCollection,
} from '../../../../src/forms/formProperties';
import {
	propertyValueFields,
	translationFields,
} from '../../../../src/forms/fields/changeSetFields';
import { propertyKeyOutput } from '../../../../src/forms/fields/outputChoices';
import {
	presentation,
	propertyKeyFields,
	shownPresentation,
} from '../../../../src/forms/fields/recordFields';
import type { FormItem } from '../../../../src/forms/formItem';
import {
	propertyKeyNameField,
	readPropertyKeyName,
	requirePropertyKeyName,
} from '../../../../src/forms/propertyKeyFields';
import { simplifyFields } from '../../../../src/forms/simplify';
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

function readRequest(item: FormItem): NewPropertyKey {
	const others = readOtherFields(item, 'additionalFields');
	const shownAs = item.parameter<string>(presentation.name, shownPresentation);
	const named = readEntryList(item, translations, others);
	const valued = readEntryList(item, values, others);
	return requirePropertyKeyName<NewPropertyKey>({
		...readPropertyKeyName(item),
		...readFields<NewPropertyKey>({ [presentation.name]: shownAs }, [presentation]),
		...readFields<NewPropertyKey>(item.parameter('additionalFields', {}), propertyKeyFields),
		...others,
		...(named && { translations: named }),
		...(valued && { values: valued }),
	});
}

export const create: NodeOperation<'propertyKey.create'> = {
	id: 'propertyKey.create',
	name: 'Create',
	action: 'Create variant property key',
	description: 'Create a variant property with its translations and values',
	fields: [
		propertyKeyNameField,
		{ ...entryProperty(presentation), default: shownPresentation },
		entryCollection(translations),
		entryCollection(values),
		fieldCollection('additionalFields', propertyKeyFields, [otherFields]),
		...simplifyFields(propertyKeyOutput),
	],
	output: propertyKeyOutput,
	body: readRequest,
};
