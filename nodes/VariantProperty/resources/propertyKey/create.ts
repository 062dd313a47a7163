import { type BodyForm, readBody } from '../../../../src/forms/body';
import {
	keyTranslations,
	propertyKeyOutput,
	presentation,
	propertyKeyFields,
	propertyKeyName,
	propertyValues,
	requirePropertyKeyName,
} from '../../../../src/forms/fields/propertyKeyFields';
import { simplifyFields } from '../../../../src/forms/simplify';
import type { NodeOperation } from '../../../../src/runtime/operation';

const form: BodyForm = {
	isDescribed: true,
	fields: [propertyKeyName, presentation, keyTranslations, propertyValues],
	collection: 'additionalFields',
	optional: propertyKeyFields,
};

export const create: NodeOperation<'propertyKey.create'> = {
	id: 'propertyKey.create',
	action: 'Create variant property key',
	description: 'Create a variant property with its translations and values',
	form,
	fields: simplifyFields(propertyKeyOutput),
	output: propertyKeyOutput,
	body: (item) => requirePropertyKeyName(readBody(item, form)),
};
