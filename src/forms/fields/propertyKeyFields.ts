/** The fields of a property key, which two nodes share (spec 2.1). */
import { words } from '../../values/words';
import type { RecordOutput } from '../simplify';
import { booleanParameter, integerParameter, requiredText, textParameter } from '../parameters';
import type { Field, ListField } from './field';

/** The name of a property key, which is never empty (spec 2.1). */
export const propertyKeyName: Field = {
	...requiredText('name', 'Color', 'Unique name of the property key'),
	emptyCode: 'invalid-property-key-name',
};

/** How a property key is presented, sent on create only. The spec shows one value (spec 2.1). */
export const presentation: Field = {
	...textParameter(
		'presentation',
		'SINGLE_SELECT',
		'How the property is displayed, such as SINGLE_SELECT',
	),
	default: 'SINGLE_SELECT',
};

/** The other fields of a property key that can be set (spec 2.1). */
export const propertyKeyFields: readonly Field[] = [
	booleanParameter(
		'allowUpdateInUI',
		'Whether users can change the property in the user interface',
	),
	textParameter('keyGroup', 'Clothing', "Label of the key's group"),
	booleanParameter(
		'sendToShippingProvider',
		'Whether to send the property to the shipping provider',
	),
	integerParameter('sort', '10', 'Position among the property keys'),
	booleanParameter('usedForFilter', 'Whether products can be filtered by the property'),
	booleanParameter('usedForPresentation', 'Whether the property is shown with the product'),
];

function translationsOf(
	description: string,
	exampleName: string,
	exampleDescription: string,
): ListField {
	return {
		name: 'translations',
		displayName: 'Translations',
		description,
		fields: [
			textParameter(
				'languageCode',
				'en',
				'Language code known to the platform. Use each language once.',
			),
			textParameter('name', exampleName),
			textParameter('description', exampleDescription),
		],
		key: ['languageCode'],
		modifiable: true,
	};
}

/** The translations of a property key itself. */
export const keyTranslations = translationsOf(
	'Names in other languages',
	'Color',
	'Color of the fabric',
);

export const propertyValues: ListField = {
	name: 'values',
	displayName: 'Values',
	description: 'Predefined values with unique names',
	fields: [
		textParameter('value', 'Red', 'Unique name of the value'),
		textParameter('mediaURL', 'https://example.com/red.png', 'URL of an image for the value'),
		textParameter('filterTag', 'red'),
		integerParameter('sort', '10', 'Position among the values'),
		translationsOf('The value in other languages', 'Red', 'Bright red'),
	],
	key: ['value'],
	duplicateCode: 'duplicate-property-value',
};

const propertyValueId = integerParameter(
	'propertyValueId',
	'4711',
	'ID of the value in an earlier response',
);

/** Change-sets of a property key (spec 2.1). */
export const propertyKeyChangeSets: readonly ListField[] = [
	{ ...keyTranslations, bare: ['removed'] },
	{
		...propertyValues,
		fields: [propertyValueId, ...propertyValues.fields],
		identifier: propertyValueId,
		modifiable: true,
		bare: ['removed'],
	},
];

/** A property key (spec 2.1): what an update can change, so the record can be a Current State. */
export const propertyKeyOutput: RecordOutput = {
	simplified: words(`
		propertyKeyId name keyGroup usedForFilter usedForPresentation allowUpdateInUI
		sendToShippingProvider sort translations values
	`),
	all: ['presentation'],
};
