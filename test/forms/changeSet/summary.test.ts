/** What a preview says in words. */
import type { IDataObject } from 'n8n-workflow';
import { changeSummary } from '../../../src/forms/changeSet/summary';
import type { StateTable } from '../../../src/forms/changeSet/recordState';
import { listNamed, propertyKey, userGroup } from '../tables';

type Lists = Record<string, IDataObject[]>;

const fieldSentences = (current: IDataObject, desired: IDataObject) =>
	changeSummary(propertyKey, { fields: current, lists: {} }, { fields: desired, lists: {} });

const listSentences = (table: StateTable, current: Lists, desired: Lists) =>
	changeSummary(table, { fields: {}, lists: current }, { fields: {}, lists: desired });

test.each<[IDataObject, IDataObject, string]>([
	[{ name: 'Color' }, { name: 'Colour' }, 'Name changes from "Color" to "Colour".'],
	[{ sort: 1 }, { sort: 0 }, 'Sort changes from 1 to 0.'],
	[
		{ usedForFilter: true },
		{ usedForFilter: false },
		'Used for Filter changes from true to false.',
	],
	[{ keyGroup: 'Shoes' }, { keyGroup: '' }, 'Key Group changes from "Shoes" to empty.'],
	[{ keyGroup: '' }, { keyGroup: 'Shoes' }, 'Key Group changes from empty to "Shoes".'],
	[{}, { keyGroup: 'Shoes' }, 'Key Group becomes "Shoes".'],
	[{}, { keyGroup: '' }, 'Key Group becomes empty.'],
])('from %j to %j: %s', (current, desired, sentence) => {
	expect(fieldSentences(current, desired)).toEqual([sentence]);
});

test('what stays as it is is not spoken of', () => {
	expect(
		fieldSentences({ name: 'Colour', sort: 1, keyGroup: 'Shoes' }, { name: ' Colour ' }),
	).toEqual([]);
	const values = [{ propertyValueId: 1, value: 'Red' }];
	expect(listSentences(propertyKey, { values }, { values })).toEqual([]);
	expect(listSentences(propertyKey, { values }, {})).toEqual([]);
});

test('an entry is called by its name, and by its identifier where the service gave it one', () => {
	const current = [
		{ propertyValueId: 0, value: 'Red', sort: 1 },
		{ propertyValueId: 2, value: 'Blue' },
	];
	const desired = [{ value: 'Red', sort: 5 }, { value: 'Green' }];
	expect(listSentences(propertyKey, { values: current }, { values: desired })).toEqual([
		'Value "Green" is added.',
		'Value "Red" (0) is modified: Sort changes from 1 to 5.',
		'Value "Blue" (2) is removed.',
	]);
});

test('an entry with a new name is called by its old one, and its changes stand in the order of the form', () => {
	const current = [
		{ propertyValueId: 1, value: 'Red', sort: 1 },
		{ propertyValueId: 2, value: 'Blue', sort: 2, filterTag: 'b' },
	];
	const desired = [{ propertyValueId: 2, sort: 3, filterTag: '', mediaURL: 'm', value: 'Navy' }];
	expect(listSentences(propertyKey, { values: current }, { values: desired })).toEqual([
		'Value "Blue" (2) is modified: Value changes from "Blue" to "Navy", Media URL becomes "m", Filter Tag changes from "b" to empty, Sort changes from 2 to 3.',
		'Value "Red" (1) is removed.',
	]);
});

test.each<[string, IDataObject[] | undefined, IDataObject[], string]>([
	[
		'new ones',
		undefined,
		[
			{ languageCode: 'en', name: 'Red', description: 'Like blood' },
			{ languageCode: 'sv', name: 'Röd' },
		],
		'Translations becomes en "Red" "Like blood", sv "Röd"',
	],
	[
		'empty texts',
		[{ languageCode: 'en', name: '', description: 'Like blood' }],
		[{ languageCode: 'en', name: '', description: '' }],
		'Translations changes from en "Like blood" to en',
	],
	[
		'none',
		[{ languageCode: 'en', name: 'Red' }],
		[],
		'Translations changes from en "Red" to empty',
	],
	['first ones', [], [{ languageCode: 'en' }], 'Translations changes from empty to en'],
])('translations of a value are said in short: %s', (_what, before, translations, change) => {
	const current = [{ propertyValueId: 1, value: 'Red', translations: before }];
	const desired = [{ propertyValueId: 1, value: 'Red', translations }];
	expect(listSentences(propertyKey, { values: current }, { values: desired })).toEqual([
		`Value "Red" (1) is modified: ${change}.`,
	]);
});

test('translations in another order are no change', () => {
	const [en, sv] = [
		{ languageCode: 'en', name: 'Red' },
		{ languageCode: 'sv', name: 'Röd' },
	];
	const current = [{ propertyValueId: 1, value: 'Red', sort: 1, translations: [en, sv] }];
	const desired = [{ propertyValueId: 1, value: 'Red', sort: 2, translations: [sv, en] }];
	expect(listSentences(propertyKey, { values: current }, { values: desired })).toEqual([
		'Value "Red" (1) is modified: Sort changes from 1 to 2.',
	]);
});

test('an entry that is known by several names is called by all of them', () => {
	const warehouses = [
		{ warehouseCompanyId: 1, warehouseId: 2 },
		{ warehouseCompanyId: 1, warehouseId: 3 },
	];
	expect(
		listSentences(
			userGroup,
			{ warehouses },
			{ warehouses: warehouses.slice(1), roles: [{ role: 'READ' }] },
		),
	).toEqual(['Role "READ" is added.', 'Warehouse 1 / 2 is removed.']);
});

test('of entries that share a part of their name the right one is compared', () => {
	const note = { name: 'note', label: 'Note', type: 'string' } as const;
	const { fields, ...warehouses } = listNamed('warehouses');
	const table = {
		...userGroup,
		changeSets: [{ ...warehouses, fields: [...fields, note], modifiable: true }],
	};
	const current = [
		{ warehouseCompanyId: 1, warehouseId: 2, note: 'A' },
		{ warehouseCompanyId: 1, warehouseId: 3, note: 'B' },
	];
	const desired = [current[0]!, { warehouseCompanyId: 1, warehouseId: 3, note: 'C' }];
	expect(listSentences(table, { warehouses: current }, { warehouses: desired })).toEqual([
		'Warehouse 1 / 3 is modified: Note changes from "B" to "C".',
	]);
});

test('fields are spoken of before lists, in the order of the form', () => {
	expect(
		changeSummary(
			propertyKey,
			{ fields: { name: 'Color', sort: 1 }, lists: {} },
			{
				fields: { sort: 2, name: 'Colour' },
				lists: { values: [{ value: 'Red' }], translations: [{ languageCode: 'sv' }] },
			},
		),
	).toEqual([
		'Name changes from "Color" to "Colour".',
		'Sort changes from 1 to 2.',
		'Translation "sv" is added.',
		'Value "Red" is added.',
	]);
});
