/** Lists of a form: how they are shown, what is read of them, and what they refuse. */
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import {
	assertUnique,
	checkEntryList,
	entryCollection,
	type EntryList,
	entryProperty,
	fieldCollection,
	formEntries,
	readEntry,
	readEntryList,
	readFields,
	requireFields,
} from '../../src/forms/collectionEntries';
import { propertyValueFields, translationFields } from '../../src/forms/fields/changeSetFields';
import type { Field } from '../../src/forms/fields/field';
import type { PropertyValue, Translation } from '../../src/api/records';
import { filledIn, refusal } from './filledIn';

const values: EntryList<PropertyValue> = {
	name: 'values',
	displayName: 'Values',
	entryName: 'value',
	entryLabel: 'Value',
	description: 'Values to choose from',
	fields: propertyValueFields,
	required: ['value'],
	unique: ['value'],
	duplicateCode: 'duplicate-property-value',
};

const translations: EntryList<Translation> = {
	name: 'translations',
	displayName: 'Translations',
	entryName: 'translation',
	entryLabel: 'Translation',
	fields: translationFields,
	required: ['languageCode'],
};

describe('in a form', () => {
	test.each<[string, Field, Partial<INodeProperties>]>([
		[
			'a text',
			{
				name: 'tag',
				label: 'Tag',
				type: 'string',
				placeholder: 'e.g. red',
				description: 'What it is filtered by',
			},
			{
				displayName: 'Tag',
				name: 'tag',
				type: 'string',
				default: '',
				placeholder: 'e.g. red',
				description: 'What it is filtered by',
			},
		],
		[
			'a whole number, empty at first so that it is not sent as 0',
			{ name: 'sort', label: 'Sort', type: 'integer', minimum: 0, placeholder: 'e.g. 10' },
			{
				displayName: 'Sort',
				name: 'sort',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: '',
				placeholder: 'e.g. 10',
			},
		],
		[
			'a switch',
			{ name: 'done', label: 'Done', type: 'boolean', description: 'Whether it is done' },
			{
				displayName: 'Done',
				name: 'done',
				type: 'boolean',
				default: false,
				description: 'Whether it is done',
			},
		],
		[
			'a drop-down, which takes an identifier too',
			{ name: 'reportId', label: 'Report', type: 'integer', loadOptionsMethod: 'getReports' },
			{
				displayName: 'Report Name or ID',
				name: 'reportId',
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getReports' },
				default: '',
				description:
					'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			},
		],
	])('a field is %s', (_what, field, shown) => {
		expect(entryProperty(field)).toEqual(shown);
	});

	test('translations are a list whose entries need a language', () => {
		const shown = entryProperty({
			name: 'translations',
			label: 'Translations',
			type: 'translations',
			description: 'The value in other languages',
		});
		expect(shown).toMatchObject({
			displayName: 'Translations',
			name: 'translations',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Translation',
			default: {},
			description: 'The value in other languages',
			options: [{ displayName: 'Translation', name: 'translation' }],
		});
		expect(requiredIn(shown)).toEqual([
			['languageCode', true],
			['name', undefined],
			['description', undefined],
		]);
	});

	const requiredIn = ({ options = [] }: INodeProperties) =>
		(options[0] as INodePropertyCollection).values.map(({ name, required }) => [name, required]);

	test('a list has its fields, and those that no entry may lack are required', () => {
		const shown = entryCollection(values);
		expect(shown).toMatchObject({
			displayName: 'Values',
			name: 'values',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Value',
			default: {},
			description: 'Values to choose from',
			options: [{ displayName: 'Value', name: 'value' }],
		});
		expect(requiredIn(shown)).toEqual([
			['value', true],
			['mediaURL', undefined],
			['filterTag', undefined],
			['sort', undefined],
			['translations', undefined],
		]);
		expect((shown.options?.[0] as INodePropertyCollection).values[3]).toEqual(
			entryProperty({
				name: 'sort',
				label: 'Sort',
				type: 'integer',
				placeholder: 'e.g. 10',
				description: 'Position among the values',
			}),
		);
	});

	test('a list whose entries may lack anything has no required field', () => {
		const names = requiredIn(entryCollection({ ...values, required: [] })).filter(
			([, isRequired]) => isRequired,
		);
		expect(names).toEqual([]);
	});

	test('a list whose entries need two fields has both required', () => {
		const shown = requiredIn(entryCollection({ ...values, required: ['value', 'sort'] }));
		expect(shown.filter(([, isRequired]) => isRequired).map(([name]) => name)).toEqual([
			'value',
			'sort',
		]);
	});

	test('fields that are added one by one stand in the order of their labels', () => {
		const fields: Field[] = [
			{ name: 'a', label: 'Weight', type: 'integer' },
			{ name: 'b', label: 'Colour', type: 'string' },
			{ name: 'c', label: 'In Use', type: 'boolean' },
		];
		const shown = fieldCollection('additionalFields', 'Additional Fields', fields);
		expect(shown).toMatchObject({
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
		});
		expect(shown.options?.map(({ name }) => name)).toEqual(['b', 'c', 'a']);
	});
});

describe('an entry', () => {
	const read = (entry: IDataObject, position?: string) =>
		readEntry<PropertyValue>(entry, propertyValueFields, position);

	test('travels without what is empty, unknown or untranslated, and with numbers as numbers', () => {
		expect(
			read({ value: ' Red ', mediaURL: '', filterTag: null, sort: '0', translations: {}, more: 1 }),
		).toEqual({ value: 'Red', sort: 0 });
		expect(read({ translations: { translation: [] } })).toEqual({});
	});

	test.each([
		['the form', { translation: [{ languageCode: ' sv ', name: 'Röd', description: '' }] }],
		['the service', [{ languageCode: 'sv', name: 'Röd' }]],
		['a single one', { translation: { languageCode: 'sv', name: 'Röd' } }],
		['a single one of the service', { languageCode: 'sv', name: 'Röd' }],
	])('has its translations as a list, in whatever shape they came: %s', (_what, given) => {
		expect(read({ value: 'Red', translations: given })).toEqual({
			value: 'Red',
			translations: [{ languageCode: 'sv', name: 'Röd' }],
		});
	});

	test.each<[IDataObject, string]>([
		[{ sort: 'x' }, 'Values, entry 3: Sort "x" is not a whole number'],
		[
			{ translations: [{ languageCode: 'sv' }, { name: 'Röd' }] },
			'Values, entry 3, Translations, entry 2: Language Code is empty',
		],
		[
			{ translations: [{ languageCode: 'sv', name: ['Röd'] }] },
			'Values, entry 3, Translations, entry 1: Name "["Röd"]" is not text',
		],
		[{ translations: ['sv'] }, 'Values, entry 3, Translations, entry 1: Language Code is empty'],
		[
			{ translations: [{ languageCode: 'sv' }, { languageCode: 'de' }, { languageCode: 'SV ' }] },
			'"SV" appears twice: Values, entry 3, Translations, entry 1 and Values, entry 3, Translations, entry 3',
		],
	])('with %j is refused, and the place is named', (entry, message) => {
		expect(refusal(() => read(entry, 'Values, entry 3')).message).toBe(message);
	});

	test('that stands in no list is refused without a place', () => {
		expect(refusal(() => read({ sort: 'x' })).message).toBe('Sort "x" is not a whole number');
	});

	test('is read by fields that are known at run time only as well', () => {
		expect(readFields({ value: 'Red', sort: '1' }, propertyValueFields, '')).toEqual({
			value: 'Red',
			sort: 1,
		});
	});
});

test.each<[string, unknown, IDataObject[]]>([
	['in the shape of the form', { value: [{ value: 'Red' }] }, [{ value: 'Red' }]],
	['in the shape of the service', [{ value: 'Red' }], [{ value: 'Red' }]],
	['of which there is one', { value: { value: 'Red' } }, [{ value: 'Red' }]],
	['of which there is one, as the service has it', { sort: 1 }, [{ sort: 1 }]],
	[
		'that are no records, as empty ones',
		['Red', null, { value: 'Blue' }],
		[{}, {}, { value: 'Blue' }],
	],
	['of a single text, as an empty one', 'Red', [{}]],
	['of which there are none', { value: [] }, []],
	['that are not there', {}, []],
	['of which nothing is known', undefined, []],
	['of which there is nothing but blanks', ' ', []],
])('entries are found %s', (_what, value, entries) => {
	expect(formEntries(value, 'value')).toEqual(entries);
});

describe('a list that the user filled in', () => {
	const read = (parameters: IDataObject) => readEntryList(filledIn(parameters), values);

	test('is read entry by entry, and what is incomplete is left to the check', () => {
		expect(
			read({ values: { value: [{ value: 'Red', sort: '1' }, { sort: 2 }, { value: ' ' }] } }),
		).toEqual([{ value: 'Red', sort: 1 }, { sort: 2 }, {}]);
	});

	test('is empty where the form does not have it', () => {
		expect(read({})).toEqual([]);
	});

	test('is refused with the place of what is wrong', () => {
		expect(refusal(() => read({ values: { value: [{ sort: 1 }, { sort: 'x' }] } })).message).toBe(
			'Values, entry 2: Sort "x" is not a whole number',
		);
	});
});

describe('a list in a body', () => {
	const check = (value: unknown, list: EntryList<PropertyValue> = values) =>
		checkEntryList(list, value);

	test('keeps what is not known of its entries, and gets its numbers as numbers', () => {
		expect(check([{ value: ' Red ', sort: '1', more: [1], filterTag: '' }])).toEqual([
			{ value: 'Red', sort: 1, more: [1], filterTag: '' },
		]);
	});

	test.each([undefined, null, '', [], {}, { value: [] }])('may be empty: %j', (value) => {
		expect(check(value)).toEqual([]);
	});

	test('may be a single entry in the shape of the form', () => {
		expect(check({ value: { value: 'Red' } })).toEqual([{ value: 'Red' }]);
	});

	test('may be a single entry in the shape of the service, which is checked like the others', () => {
		const single = { languageCode: 'sv', name: 'Röd' };
		expect(checkEntryList(translations, single)).toEqual([single]);
		expect(refusal(() => check({ sort: 1 })).message).toBe('Values, entry 1: Value is empty');
	});

	const wanted = 'Enter an object with "value", "mediaURL", "filterTag", "sort", "translations".';

	test.each<[unknown, string]>([
		[[{ value: 'Red' }, 'Blue'], 'Values, entry 2: "Blue" is not a JSON object'],
		['Red', 'Values, entry 1: "Red" is not a JSON object'],
		[[null], 'Values, entry 1: null is not a JSON object'],
		[{ value: [7] }, 'Values, entry 1: 7 is not a JSON object'],
	])('refuses what is no record: %j', (value, message) => {
		expect(refusal(() => check(value))).toEqual({
			message,
			description: wanted,
			errorCode: 'invalid-input',
		});
	});

	test.each<[unknown, string, string]>([
		[[{ value: 'Red' }, { sort: 1 }], 'Values, entry 2: Value is empty', 'invalid-input'],
		[
			[{ value: 'Red', sort: 1.5 }],
			'Values, entry 1: Sort "1.5" is not a whole number',
			'invalid-input',
		],
		[
			[{ value: 'Red' }, { value: 'red' }, { value: ' Red' }],
			'"Red" appears twice: Values, entry 1 and Values, entry 3',
			'duplicate-property-value',
		],
	])('refuses %j', (value, message, errorCode) => {
		expect(refusal(() => check(value))).toMatchObject({ message, errorCode });
	});

	test('may have the same entry twice where nothing says that entries differ', () => {
		const twice = [{ value: 'Red' }, { value: 'Red' }];
		expect(check(twice, { ...values, unique: undefined })).toEqual(twice);
	});

	test('of another kind is named by its own label', () => {
		expect(refusal(() => checkEntryList(translations, [{ name: 'Färg' }])).message).toBe(
			'Translations, entry 1: Language Code is empty',
		);
	});
});

const position = (index: number) => `place ${index}`;
const fields: Field[] = [
	{ name: 'company', label: 'Company', type: 'integer' },
	{ name: 'warehouse', label: 'Warehouse', type: 'integer' },
	{ name: 'languageCode', label: 'Language', type: 'string' },
];

describe('what no entry may lack', () => {
	const requireBoth = (entries: IDataObject[]) =>
		requireFields(entries, ['company', 'warehouse'], fields, position);

	test('may be zero', () => {
		expect(() => requireBoth([{ company: 0, warehouse: 1 }])).not.toThrow();
	});

	test.each<[IDataObject[], string, string]>([
		[[{ company: 1, warehouse: 2 }, { company: 1 }], 'place 1', 'Warehouse'],
		[[{ company: ' ', warehouse: 2 }], 'place 0', 'Company'],
		[[{}], 'place 0', 'Company'],
	])('is named with its place: %j', (entries, place, label) => {
		expect(refusal(() => requireBoth(entries))).toEqual({
			message: `${place}: ${label} is empty`,
			description: `Enter ${label}, or remove the entry.`,
			errorCode: 'invalid-input',
		});
	});

	test('goes by its name where it has no label', () => {
		expect(refusal(() => requireFields([{}], ['code'], fields, position)).message).toBe(
			'place 0: code is empty',
		);
	});
});

describe('what tells entries apart', () => {
	const assertDifferent = (entries: IDataObject[], names: string[], errorCode?: string) =>
		assertUnique(entries, names, fields, position, errorCode);
	const both = ['company', 'warehouse'];

	test.each<[string, IDataObject[]]>([
		[
			'entries that differ in one of several fields',
			[
				{ company: 1, warehouse: 2 },
				{ company: 1, warehouse: 3 },
			],
		],
		[
			'entries that differ in which field has what',
			[
				{ company: 1, warehouse: 2 },
				{ company: 2, warehouse: 1 },
			],
		],
		[
			'a number and the text that is written like it',
			[
				{ company: 1, warehouse: 1 },
				{ company: '1', warehouse: 1 },
			],
		],
		['entries without one of the fields', [{ company: 1 }, { company: 1 }]],
		[
			'entries with a blank one of the fields',
			[
				{ company: 1, warehouse: '' },
				{ company: 1, warehouse: '' },
			],
		],
	])('finds no fault in %s', (_what, entries) => {
		expect(() => assertDifferent(entries, both)).not.toThrow();
	});

	test('names both entries, and each field that could be corrected', () => {
		const entries = [
			{ company: 1, warehouse: 2 },
			{ company: 9, warehouse: 2 },
			{ company: 1, warehouse: 2, more: true },
			{ company: 1, warehouse: 2 },
		];
		expect(refusal(() => assertDifferent(entries, both))).toEqual({
			message: '"1, 2" appears twice: place 0 and place 2',
			description: 'Remove one of the entries, or correct Company and Warehouse.',
			errorCode: 'invalid-input',
		});
	});

	test("has the service's code where it has one", () => {
		const entries = [{ languageCode: 'en' }, { languageCode: 'EN' }];
		expect(
			refusal(() => assertDifferent(entries, ['languageCode'], 'duplicate-property-value')),
		).toEqual({
			message: '"EN" appears twice: place 0 and place 1',
			description: 'Remove one of the entries, or correct Language.',
			errorCode: 'duplicate-property-value',
		});
	});
});
