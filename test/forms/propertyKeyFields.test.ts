/** The fields that the property keys of categories and of variants have in common. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	propertyKeyAdditionalFields,
	propertyKeyNameField,
	readPropertyKeyFields,
	requirePropertyKeyName,
} from '../../src/forms/propertyKeyFields';
import { filledIn, refusal } from './filledIn';

const read = (parameters: IDataObject) => readPropertyKeyFields(filledIn(parameters));

test('the name must be filled in, all else may be added', () => {
	expect(propertyKeyNameField).toMatchObject({
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
	});
	expect(propertyKeyAdditionalFields).toMatchObject({
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		default: {},
	});
	const { options } = propertyKeyAdditionalFields;
	expect((options as INodeProperties[]).map(({ displayName }) => displayName)).toEqual([
		'Allow Update in UI',
		'Key Group',
		'Send to Shipping Provider',
		'Sort',
		'Used for Filter',
		'Used for Presentation',
	]);
});

test('the fields are read as they travel', () => {
	expect(
		read({
			name: ' Colour ',
			additionalFields: { sort: '0', usedForFilter: 'no', keyGroup: ' ', allowUpdateInUI: true },
			sort: 5,
		}),
	).toEqual({ name: 'Colour', sort: 0, usedForFilter: false, allowUpdateInUI: true });
});

test.each([
	{},
	{ name: '', additionalFields: {} },
	{ name: null },
	{ additionalFields: { name: 'A' } },
])('%j has none', (parameters) => {
	expect(read(parameters as IDataObject)).toEqual({});
});

test.each<[IDataObject, string]>([
	[{ name: ['Colour'] }, 'Name "["Colour"]" is not a text'],
	[{ name: 'Colour', additionalFields: { sort: 'first' } }, 'Sort "first" is not a whole number'],
])('%j is refused', (parameters, message) => {
	expect(refusal(() => read(parameters)).message).toBe(message);
});

test.each([{}, { name: undefined }, { name: null }, { name: '' }, { name: ' \n' }])(
	'%j is refused as the service would refuse it',
	(body) => {
		const check = () => requirePropertyKeyName(body as { name?: string });
		expect(refusal(check)).toMatchObject({
			message: 'The property key has no name',
			errorCode: 'invalid-property-key-name',
		});
	},
);

test.each(['Colour', '0', 0])('%j is a name', (name) => {
	expect(() => requirePropertyKeyName({ name: name as string })).not.toThrow();
});
