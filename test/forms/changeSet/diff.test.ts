/** The smallest update from one state to another, and the sentences about it. */
import type { IDataObject } from 'n8n-workflow';
import type { PropertyKeyUpdate, PropertyValue } from '../../sandbox/records';
import { compareRecords } from '../../../src/forms/changeSet/diff';
import { propertyKey, userGroup } from '../tables';

const stateOf = (state: object) => ({
	title: '',
	record: {},
	named: {},
	state: state as IDataObject,
});
const compare = (current: object, desired: object, table = propertyKey) =>
	compareRecords(table, stateOf(current), stateOf(desired));

describe('values of a property key', () => {
	const red = { propertyValueId: 1, value: 'Red', sort: 1, mediaURL: 'red.png' };
	const blue = { propertyValueId: 2, value: 'Blue', sort: 2 };

	test.each<[string, PropertyValue[], PropertyKeyUpdate['values']]>([
		[
			'swapped names as two modified entries',
			[
				{ ...red, value: 'Blue' },
				{ ...blue, value: 'Red' },
			],
			{
				modified: [
					{ ...red, value: 'Blue' },
					{ ...blue, value: 'Red' },
				],
			},
		],
		[
			'an ID before a name',
			[{ value: 'Red' }, { propertyValueId: 1, value: 'Blue' }],
			{ added: [{ value: 'Red' }], modified: [{ ...red, value: 'Blue' }], removed: [2] },
		],
	])('have a change-set with %s', (_what, values, changes) => {
		expect(compare({ values: [red, blue] }, { values }).body).toEqual({ values: changes });
	});

	test('are sent with all translations if one of them changed', () => {
		const current = {
			...red,
			translations: [
				{ languageCode: 'en', name: 'Red', description: 'Warm' },
				{ languageCode: 'sv', name: 'Röd' },
			],
		};
		const desired = { value: 'Red', translations: [{ languageCode: 'EN', name: 'Crimson' }] };
		expect(compare({ values: [current] }, { values: [desired] }).body).toEqual({
			values: {
				modified: [
					{ ...red, translations: [{ languageCode: 'en', name: 'Crimson', description: 'Warm' }] },
				],
			},
		});
	});
});

test('removes an entry once that the current list has twice', () => {
	const current = { reports: [{ reportId: 1 }, { reportId: 1 }] };
	const { body, summary } = compare(current, { reports: [] }, userGroup);
	expect(body).toEqual({ reports: { removed: [1] } });
	expect(summary).toEqual(['Report 1 is removed.']);
});

const red = { propertyValueId: 0, value: 'Red', sort: 1 };
const blue = { propertyValueId: 2, value: 'Blue', sort: 2, filterTag: 'b' };
const en = { languageCode: 'en', name: 'Red' };
const sv = { languageCode: 'sv', name: 'Röd' };
const redIn = (translations?: object[]) => ({ values: [{ ...red, translations }] });

describe('the summary', () => {
	test.each<[string, object, object, string[]]>([
		['a number', { sort: 1 }, { sort: 0 }, ['Sort changes from 1 to 0.']],
		[
			'a cleared field',
			{ keyGroup: 'A' },
			{ keyGroup: '' },
			['Key Group changes from "A" to empty.'],
		],
		[
			'entries by their name and ID',
			{ values: [red, blue] },
			{ values: [{ value: 'Red', sort: 5 }, { value: 'Green' }] },
			[
				'Value "Green" is added.',
				'Value "Red" (0) is modified: Sort changes from 1 to 5.',
				'Value "Blue" (2) is removed.',
			],
		],
		[
			'a renamed entry by its old name, with changes in the order of the form',
			{ values: [blue] },
			{ values: [{ propertyValueId: 2, sort: 3, filterTag: '', mediaURL: 'm', value: 'Navy' }] },
			[
				'Value "Blue" (2) is modified: Value changes from "Blue" to "Navy", Media URL becomes "m", Filter Tag changes from "b" to empty, Sort changes from 2 to 3.',
			],
		],
		[
			'new translations of a value',
			redIn(),
			redIn([{ ...en, description: 'Warm' }, sv]),
			[
				'Value "Red" (0) is modified: Translations becomes [{"languageCode":"en","name":"Red","description":"Warm"},{"languageCode":"sv","name":"Röd"}].',
			],
		],
		['no other order of translations', redIn([en, sv]), redIn([sv, en]), []],
		[
			'fields before lists',
			{ name: 'Color' },
			{ values: [{ value: 'Red' }], translations: [sv], name: 'Colour' },
			[
				'Name changes from "Color" to "Colour".',
				'Translation "sv" is added.',
				'Value "Red" is added.',
			],
		],
	])('describes %s', (_what, current, desired, sentences) => {
		expect(compare(current, desired).summary).toEqual(sentences);
	});

	test('names an entry by all fields of its key', () => {
		const warehouses = [
			{ warehouseCompanyId: 1, warehouseId: 2 },
			{ warehouseCompanyId: 1, warehouseId: 3 },
		];
		const desired = { warehouses: warehouses.slice(1) };
		expect(compare({ warehouses }, desired, userGroup).summary).toEqual([
			'Warehouse 1 / 2 is removed.',
		]);
	});
});
