/** How a record's state is read from JSON, and which states are refused. */
import type { IDataObject } from 'n8n-workflow';
import {
	assertSameRecord,
	assertUniqueEntries,
	checkIdentifiers,
	currentSource,
	desiredRecord,
	desiredSource,
	nameIn,
	rawList,
	readState,
	type StateSource,
	type StateTable,
	unwrapped,
	writtenRecord,
} from '../../../src/forms/changeSet/recordState';
import { filledIn, refusal } from '../filledIn';
import { listNamed, propertyKey, userGroup } from '../tables';

const namesIn = ({ fields, changeSets }: StateTable) =>
	[...fields, ...changeSets].map(({ name }) => name);

const read = (
	table: StateTable,
	record: object,
	source: StateSource = desiredSource,
	wanted = namesIn(table),
) => readState(source, record as IDataObject, table, new Set(wanted));

const readList = (name: string, list: unknown, source?: StateSource) =>
	read(
		name === 'values' || name === 'translations' ? propertyKey : userGroup,
		{ [name]: list },
		source,
	).lists[name];

describe('a record inside a wrapper is found', () => {
	test.each<[string, IDataObject, IDataObject]>([
		['of any name', { anything: { groupName: 'A' } }, { groupName: 'A' }],
		['by a list', { data: { roles: [] } }, { roles: [] }],
		['by another name of a field', { data: { name: 'A' } }, { name: 'A' }],
		['by another name of a list', { data: { reportIds: [1] } }, { reportIds: [1] }],
		['by a field that is null', { data: { active: null } }, { active: null }],
		[
			'with what stands beside the wrapper',
			{ changed: true, groupId: 4, data: { groupId: 5, groupName: 'A' } },
			{ changed: true, groupId: 5, groupName: 'A' },
		],
		[
			'beside records of which the update takes nothing',
			{ links: { self: '/' }, data: { groupName: 'A' } },
			{ links: { self: '/' }, groupName: 'A' },
		],
	])('%s', (_how, record, expected) => {
		expect(unwrapped(record, userGroup)).toEqual(expected);
	});
});

test.each<[string, IDataObject]>([
	['a record that has another inside', { groupName: 'A', parent: { groupName: 'B' } }],
	['two records of which either could be meant', { a: { groupName: 'A' }, b: { roles: [] } }],
	['what has no field that the update takes', { data: { unknown: 1 } }],
	['a list of records', { data: [{ groupName: 'A' }] }],
	['nothing', {}],
])('%s is not taken out of a wrapper', (_what, record) => {
	expect(unwrapped(record, userGroup)).toEqual(record);
});

test('a field is found under its own name first, and where it is null under another', () => {
	const name = userGroup.fields[0]!;
	expect(nameIn({ name: 'B', groupName: 'A' }, name)).toBe('groupName');
	expect(nameIn({ name: 'B', groupName: null }, name)).toBe('name');
	expect(nameIn({ name: '', groupName: undefined }, name)).toBe('name');
	expect(nameIn({ name: null }, name)).toBeUndefined();
});

test.each<[string, IDataObject, unknown]>([
	['under its own name', { webStores: [1], stores: [2] }, [1]],
	['under another name', { stores: [2] }, [2]],
	['inside a record', { webStores: { total: 1, items: [3] } }, [3]],
	['nowhere', { reports: [1] }, undefined],
])('a list is found %s', (_where, record, expected) => {
	expect(rawList(record, listNamed('webStores'))).toEqual(expected);
});

test('a record with two lists inside is not taken for one of them', () => {
	const webStores = { open: [1], closed: [2] };
	expect(rawList({ webStores }, listNamed('webStores'))).toBe(webStores);
});

describe('single fields', () => {
	test('are read as the update takes them', () => {
		const record = { name: ' Colour ', sort: ' 10 ', usedForFilter: 'yes', presentation: 'LIST' };
		expect(read(propertyKey, record)).toEqual({
			fields: { name: 'Colour', sort: 10, usedForFilter: true },
			lists: {},
		});
	});

	test('of the service keep the blanks of their texts, so that these can be changed', () => {
		const record = { name: ' Colour ', keyGroup: 5, sort: ' 10 ', usedForFilter: 'false' };
		expect(read(propertyKey, record, currentSource).fields).toEqual({
			name: ' Colour ',
			keyGroup: '5',
			sort: 10,
			usedForFilter: false,
		});
	});

	test('that are null are not there, and an empty text clears where a text is taken', () => {
		const record = { name: null, keyGroup: '', sort: ' ', usedForFilter: '', values: null };
		expect(read(propertyKey, record)).toEqual({ fields: { keyGroup: '' }, lists: {} });
		expect(read(propertyKey, record, currentSource).fields).toEqual({ keyGroup: '' });
	});

	test('and lists are read where they are asked for', () => {
		const record = { name: 'Colour', sort: 'unreadable', values: 'unreadable', translations: [] };
		expect(read(propertyKey, record, desiredSource, ['name', 'translations'])).toEqual({
			fields: { name: 'Colour' },
			lists: { translations: [] },
		});
	});

	test.each([desiredSource, currentSource])('of $title that are wrong are refused', (source) => {
		expect(refusal(() => read(propertyKey, { sort: 'first' }, source)).message).toBe(
			`${source === desiredSource ? 'Desired State' : 'Current State'}: Sort "first" is not a whole number`,
		);
	});
});

describe('entries of a list', () => {
	test.each<[string, unknown[], IDataObject[]]>([
		['reports', [101, '102'], [{ reportId: 101 }, { reportId: 102 }]],
		['roles', [' READ '], [{ role: 'READ' }]],
		['reports', [{ reportId: 1 }, { id: 2 }], [{ reportId: 1 }, { reportId: 2 }]],
		['reports', [{ report: 3 }, { report: { id: 4 } }], [{ reportId: 3 }, { reportId: 4 }]],
		['roles', [{ role: { name: 'READ', right: {} } }], [{ role: 'READ' }]],
		['roles', [{ role: ' ', roleName: 'READ' }], [{ role: 'READ' }]],
		['roles', [{ role: ['WRITE'], code: 'READ' }], [{ role: 'READ' }]],
		['webStores', [{ store: { storeId: 7, id: 8 } }], [{ storeId: 7 }]],
		['webStores', [{ since: 2020, grant: { webStoreId: 7 } }], [{ storeId: 7 }]],
		['webStores', [{ id: 1, grant: { storeId: 7 } }], [{ storeId: 1 }]],
		[
			'warehouses',
			[{ companyId: 1, warehouse: { id: 2 } }],
			[{ warehouseCompanyId: 1, warehouseId: 2 }],
		],
	])('of %s %j say what they refer to', (name, list, expected) => {
		expect(readList(name, list)).toEqual(expected);
	});

	test('that hold two records say nothing by what is inside of these', () => {
		const list = [{ grant: { storeId: 7 }, owner: { id: 8 } }];
		expect(refusal(() => readList('webStores', list)).message).toBe(
			'Desired State > Web Stores, entry 1: Store ID is empty',
		);
	});

	test('are read as the update takes them, without what it does not take', () => {
		const translations = [{ languageCode: ' sv ', name: ' Röd ', description: '', other: 1 }];
		const value = { propertyValueId: '5', value: ' Red ', sort: '', mediaURL: '', translations };
		expect(readList('values', [{ ...value, other: 1 }])).toEqual([
			{
				propertyValueId: 5,
				value: 'Red',
				mediaURL: '',
				translations: [{ languageCode: 'sv', name: 'Röd', description: '' }],
			},
		]);
		expect(readList('values', [value], currentSource)).toEqual([
			{
				propertyValueId: 5,
				value: ' Red ',
				mediaURL: '',
				translations: [{ languageCode: ' sv ', name: ' Röd ', description: '' }],
			},
		]);
	});

	test('without translations may say so as null or as an empty text', () => {
		const list = [
			{ value: 'Red', translations: null },
			{ value: 'Blue', translations: '' },
		];
		expect(readList('values', list)).toEqual([{ value: 'Red' }, { value: 'Blue' }]);
	});

	test('are known by their identifier or by their name', () => {
		const list = [
			{ propertyValueId: 5 },
			{ value: 'Red' },
			{ propertyValueId: ' ', value: 'Blue' },
		];
		expect(readList('values', list)).toEqual([
			{ propertyValueId: 5 },
			{ value: 'Red' },
			{ value: 'Blue' },
		]);
	});

	test.each<[string, unknown, string, string]>([
		[
			'reports',
			'101',
			'Desired State > Reports is not a list',
			'Give "reports" as a list in square brackets, as in the answers of the service.',
		],
		[
			'warehouses',
			[{ warehouseCompanyId: 1, warehouseId: 2 }, 3],
			'Desired State > Warehouses, entry 2 is not a record',
			'Give it with "warehouseCompanyId", "warehouseId".',
		],
		['roles', [null], 'Desired State > Roles, entry 1 is not a record', 'Give it with "role".'],
		['roles', [['READ']], 'Desired State > Roles, entry 1 is not a record', 'Give it with "role".'],
		[
			'translations',
			[{ languageCode: 'en' }, { name: 'Colour' }],
			'Desired State > Translations, entry 2: Language Code is empty',
			'Fill in Language Code, or remove the entry.',
		],
		[
			'values',
			[{ value: 'Red' }, { sort: 1 }],
			'Desired State > Values, entry 2: Value is empty',
			'Fill in Value, or remove the entry.',
		],
		[
			'values',
			[{ value: 'Red', sort: 'last' }],
			'Desired State > Values, entry 1: Sort "last" is not a whole number',
			'Correct Sort, or clear it. If it comes from an expression, check this item.',
		],
		[
			'values',
			[{ value: 'Red', translations: { sv: 'Röd' } }],
			'Desired State > Values, entry 1, Translations is not a list',
			'Give the translations as a list in square brackets.',
		],
		[
			'values',
			[{ value: 'Red', translations: [{ languageCode: 'sv' }, null] }],
			'Desired State > Values, entry 1, Translations, entry 2: Language Code is empty',
			'Fill in Language Code, or remove the entry.',
		],
		[
			'values',
			[{ value: 'Red', translations: [{ languageCode: 'sv' }, { languageCode: 'SV' }] }],
			'"SV" appears twice: Desired State > Values, entry 1, Translations, entry 1 and Desired State > Values, entry 1, Translations, entry 2',
			'Remove one of the two, or correct Language Code of one.',
		],
		[
			'values',
			[{ value: 'Red', translations: [{ languageCode: 'sv', name: { short: 'R' } }] }],
			'Desired State > Values, entry 1, Translations, entry 1: Name "{"short":"R"}" is not a text',
			'Correct Name, or clear it. If it comes from an expression, check this item.',
		],
	])('of %s %j are refused', (name, list, message, description) => {
		expect(refusal(() => readList(name, list))).toEqual({
			message,
			description,
			errorCode: 'invalid-input',
		});
	});
});

describe('two entries that are alike', () => {
	const check = (table: StateTable, lists: Record<string, IDataObject[]>) =>
		assertUniqueEntries(desiredSource, { fields: {}, lists }, table);

	test.each<[string, StateTable, Record<string, IDataObject[]>, string, string]>([
		[
			'by their identifier',
			propertyKey,
			{
				values: [
					{ propertyValueId: 1, value: 'Red' },
					{ propertyValueId: 1, value: 'Blue' },
				],
			},
			'"1" appears twice: Desired State > Values, entry 1 and Desired State > Values, entry 2',
			'invalid-input',
		],
		[
			'by their name, as the service says it',
			propertyKey,
			{
				values: [{ propertyValueId: 1, value: 'Red' }, { value: 'Blue' }, { value: 'Red' }],
			},
			'"Red" appears twice: Desired State > Values, entry 1 and Desired State > Values, entry 3',
			'duplicate-property-value',
		],
		[
			'by what they refer to',
			userGroup,
			{
				warehouses: [
					{ warehouseCompanyId: 1, warehouseId: 2 },
					{ warehouseCompanyId: 1, warehouseId: 2 },
				],
			},
			'"1, 2" appears twice: Desired State > Warehouses, entry 1 and Desired State > Warehouses, entry 2',
			'invalid-input',
		],
	])('%s are refused', (_how, table, lists, message, errorCode) => {
		expect(refusal(() => check(table, lists))).toMatchObject({ message, errorCode });
	});

	test('in different lists, or in a part of their key, may be there', () => {
		const warehouses = [
			{ warehouseCompanyId: 1, warehouseId: 2 },
			{ warehouseCompanyId: 2, warehouseId: 2 },
		];
		expect(() =>
			check(userGroup, { warehouses, reports: [{ reportId: 1 }], webStores: [{ storeId: 1 }] }),
		).not.toThrow();
	});
});

describe('the JSON of a state', () => {
	test('may come in a wrapper', () => {
		const item = filledIn({
			currentState: { data: { groupName: 'A' } },
			desiredState: '{ "data": { "groupName": "B" } }',
		});
		expect(writtenRecord(item, userGroup)).toEqual({ groupName: 'A' });
		expect(desiredRecord(item, userGroup)).toEqual({ groupName: 'B' });
	});

	test.each(['', ' ', '{}', null])(
		'as %j is no Current State, and no use as a Desired one',
		(state) => {
			const item = filledIn({ currentState: state, desiredState: state });
			expect(writtenRecord(item, userGroup)).toBeUndefined();
			expect(refusal(() => desiredRecord(item, userGroup))).toMatchObject({
				message: 'Desired State is empty',
				description:
					'Give the record as it should be. If it comes from an expression, check this item.',
			});
		},
	);

	test('that is none is refused by the name of its field', () => {
		const item = filledIn({ currentState: '[]', desiredState: '[]' });
		expect(refusal(() => writtenRecord(item, userGroup)).message).toBe(
			'Current State is not a JSON object',
		);
		expect(refusal(() => desiredRecord(item, userGroup)).message).toBe(
			'Desired State is not a JSON object',
		);
	});
});

describe('a state of a certain record', () => {
	const check = (record: IDataObject) => assertSameRecord(currentSource, record, userGroup, 12);

	test.each<[IDataObject]>([
		[{}],
		[{ groupName: 'A' }],
		[{ groupId: 12 }],
		[{ groupId: ' 12 ', id: 13 }],
		[{ userGroupId: '12' }],
		[{ groupId: '', id: 12 }],
		[{ groupId: null, userGroupId: ' ', id: null }],
	])('%j may be that of record 12', (record) => {
		expect(() => check(record)).not.toThrow();
	});

	test.each<[IDataObject, string]>([
		[{ groupId: 13 }, '13'],
		[{ groupId: '', id: 'abc' }, 'abc'],
		[{ userGroupId: 120, id: 12 }, '120'],
	])('%j is not that of record 12', (record, owner) => {
		expect(refusal(() => check(record))).toMatchObject({
			message: `Current State is that of user group ${owner}, not 12`,
			description:
				'Give the state of the user group to update, or correct which one is to be updated. If the states come from merged items, check how they were matched.',
		});
	});
});

describe('identifiers', () => {
	const check = (
		table: StateTable,
		current: Record<string, IDataObject[]>,
		desired: Record<string, IDataObject[]>,
	) => checkIdentifiers({ fields: {}, lists: current }, { fields: {}, lists: desired }, table);

	test('fit where each wanted one is there and new entries have none', () => {
		expect(() =>
			check(
				propertyKey,
				{ values: [{ propertyValueId: 1 }, { propertyValueId: 2 }], translations: [{}] },
				{ values: [{ propertyValueId: 2 }, { value: 'Blue' }], translations: [{}] },
			),
		).not.toThrow();
	});

	test('are not asked for where the list is left alone, or where entries have none', () => {
		expect(() => check(propertyKey, { values: [{ value: 'Red' }] }, {})).not.toThrow();
		expect(() => check(userGroup, { roles: [] }, { roles: [{ role: 'READ' }] })).not.toThrow();
	});

	test.each<[string, IDataObject[], IDataObject[], string, string]>([
		[
			'a current entry without one',
			[{ propertyValueId: 1 }, { value: 'Red' }],
			[],
			'Current State > Values, entry 2: Property Value ID is empty',
			'Fill in Property Value ID, or remove the entry.',
		],
		[
			'a wanted entry with one that is not there',
			[{ propertyValueId: 1 }],
			[{ propertyValueId: 1 }, { propertyValueId: 2 }],
			'Desired State > Values, entry 2: Property Value ID 2 is not in Current State',
			'Correct it, or leave out "propertyValueId" to add the entry.',
		],
	])('do not fit in %s', (_where, current, desired, message, description) => {
		expect(
			refusal(() => check(propertyKey, { values: current }, { values: desired })),
		).toMatchObject({ message, description });
	});
});
