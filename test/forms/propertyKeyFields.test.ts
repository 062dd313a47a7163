import type { IDataObject } from 'n8n-workflow';
import { readPropertyKeyFields, requirePropertyKeyName } from '../../src/forms/propertyKeyFields';
import { filledIn, refusal } from './filledIn';

const read = (parameters: IDataObject) => readPropertyKeyFields(filledIn(parameters));

test.each<[IDataObject, object]>([
	[
		{
			name: ' Colour ',
			additionalFields: { sort: '0', usedForFilter: 'no', keyGroup: ' ', allowUpdateInUI: true },
			sort: 5,
		},
		{ name: 'Colour', sort: 0, usedForFilter: false, allowUpdateInUI: true },
	],
	[{}, {}],
	[{ name: '', additionalFields: {} }, {}],
	[{ additionalFields: { name: 'A' } }, {}],
])('%j is sent as %j', (parameters, fields) => {
	expect(read(parameters)).toEqual(fields);
});

test.each<[IDataObject, string]>([
	[{ name: ['Colour'] }, 'Name "["Colour"]"'],
	[{ name: 'Colour', additionalFields: { sort: 'first' } }, 'Sort "first"'],
])('%j is refused', (parameters, message) => {
	expect(refusal(() => read(parameters)).message).toContain(message);
});

test.each([{}, { name: undefined }, { name: null }, { name: ' \n' }])(
	'a property key without a name is refused with the error code: %j',
	(body) => {
		const check = () => requirePropertyKeyName(body as { name?: string });
		expect(refusal(check).errorCode).toBe('invalid-property-key-name');
	},
);

test.each(['Colour', '0', 0])('a property key can have the name %j', (name) => {
	expect(() => requirePropertyKeyName({ name: name as string })).not.toThrow();
});
