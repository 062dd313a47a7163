import {
	keyTranslations,
	presentation,
	propertyKeyFields,
	propertyKeyName,
	propertyKeyOutput,
	propertyValues,
} from '../../../../src/forms/fields/propertyKeyFields';
import { resourceOf } from '../../../../src/runtime/operation';

export const propertyKey = resourceOf(
	'A property that distinguishes product variants, with predefined values',
	[
		{
			id: 'propertyKey.create',
			action: 'Create variant property key',
			description: 'Create a variant property with its translations and values',
			form: {
				fields: [propertyKeyName, presentation, keyTranslations, propertyValues],
				collection: 'additionalFields',
				optional: propertyKeyFields,
			},
			output: propertyKeyOutput,
		},
	],
);
