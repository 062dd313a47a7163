/** What a Desired State can contain, and what happens to the update. */
import type { IDataObject } from 'n8n-workflow';
import { readDesiredRecord, readDesiredState } from '../../../src/forms/changeSet/desiredUpdate';
import { compareRecords } from '../../../src/forms/changeSet/diff';
import { readDesired, type StateTable } from '../../../src/forms/changeSet/recordState';
import { countReads } from '../../countSteps';
import { filledIn, refusal } from '../filledIn';
import { readShownRecord } from '../shownRecord';
import { propertyKey, userGroup } from '../tables';

const read = (table: StateTable, desiredState: unknown) =>
	readDesiredState(filledIn({ desiredState: desiredState as IDataObject }), table, 12).state;

describe('a desired state is read', () => {
	test.each<[string, unknown, object]>([
		['from JSON', '{ "groupName": "A" }', { groupName: 'A' }],
		['by its own names first', { name: 'B', groupName: 'A' }, { groupName: 'A' }],
		['with null as no change', { groupName: 'A', roles: null }, { groupName: 'A' }],
		['with its identifier', { groupId: ' 12 ', id: 13, active: 'yes' }, { active: true }],
	])('%s', (_how, record, state) => {
		expect(read(userGroup, record)).toEqual(state);
	});

	test('with values in the types of the update', () => {
		const record = { name: ' Color ', keyGroup: '', sort: ' 10 ', usedForFilter: 'yes' };
		const rest = { usedForPresentation: '', allowUpdateInUI: null, values: null };
		expect(read(propertyKey, { ...record, ...rest })).toEqual({
			name: 'Color',
			keyGroup: '',
			sort: 10,
			usedForFilter: true,
		});
	});

	test.each<[string, unknown[], IDataObject[]]>([
		['reports', [101, '102', { id: 2 }], [{ reportId: 101 }, { reportId: 102 }, { reportId: 2 }]],
		['reports', [{ report: 3 }, { report: { id: 4 } }], [{ reportId: 3 }, { reportId: 4 }]],
		['roles', [{ role: { name: 'READ', right: {} } }], [{ role: 'READ' }]],
		['roles', [{ role: ' ', roleName: 'READ' }], [{ role: 'READ' }]],
		['roles', [{ role: ['WRITE'], code: 'READ' }], [{ role: 'READ' }]],
		['webStores', [{ store: { storeId: 7, id: 8 } }], [{ storeId: 7 }]],
		[
			'warehouses',
			[{ companyId: 1, warehouse: { id: 2 } }],
			[{ warehouseCompanyId: 1, warehouseId: 2 }],
		],
	])('with the references of %s %j', (name, list, expected) => {
		expect(read(userGroup, { [name]: list })).toEqual({ [name]: expected });
	});

	test('with values that have an ID or a name', () => {
		const values = [{ propertyValueId: 5 }, { propertyValueId: ' ', value: 'Blue', sort: '' }];
		expect(read(propertyKey, { values })).toEqual({
			values: [{ propertyValueId: 5 }, { value: 'Blue' }],
		});
	});
});

describe('a state is refused before a request', () => {
	const inValue = 'Desired State > Values, entry 1 > Translations';
	const translated = (translations: unknown) => ({ values: [{ value: 'Red', translations }] });
	const toChanges = /'Change Mode' set to 'Changes'\.$/;

	test.each<[string, unknown, RegExp, StateTable?]>([
		["'Desired State' is empty", {}, /./],
		[
			"'Desired State' belongs to user group abc, but you're updating 12",
			{ id: 'abc', groupId: '' },
			/^Use the state of user group 12, or select user group abc\. If the states come from merged items, /,
			userGroup,
		],
		[
			`'Desired State' belongs to user group {"value":12}, but you're updating 12`,
			{ groupId: { value: 12 } },
			/./,
			userGroup,
		],
		['Desired State > Reports is not a list', { reports: '101' }, toChanges, userGroup],
		['Desired State > Roles is not a list', { roles: { removed: ['READ'] } }, toChanges, userGroup],
		['Desired State: "removed" can\'t be updated', { removed: { roles: [] } }, toChanges],
		["'Desired State' is empty", { changes: { roles: { added: ['READ'] } } }, /./, userGroup],
		[
			'Desired State > Warehouses, entry 2 is not a JSON object',
			{ warehouses: [{ warehouseCompanyId: 1, warehouseId: 2 }, 3] },
			/^Enter an object with "warehouseCompanyId", "warehouseId"\.$/,
			userGroup,
		],
		[
			'Desired State > Roles, entry 1 is not a JSON object',
			{ roles: [['READ']] },
			/"role"/,
			userGroup,
		],
		[
			'Desired State > Web Stores, entry 1: Store ID is empty',
			{ webStores: [{ grant: { storeId: 7 } }] },
			/^Enter 'Store ID', or remove the entry\.$/,
			userGroup,
		],
		[`${inValue} is not a list`, translated({ sv: 'Röd' }), /"translations"/],
		[
			`"SV" appears twice: ${inValue}, entry 1 and ${inValue}, entry 2`,
			translated([{ languageCode: 'sv' }, { languageCode: 'SV' }]),
			/^Remove one of the entries, or correct 'Language Code'\.$/,
		],
	])('%s', (message, record, description, table = propertyKey) => {
		expect(refusal(() => read(table, record))).toEqual({
			message,
			description: expect.stringMatching(description) as string,
			errorCode: 'invalid-input',
		});
	});

	test('two names that people read as the same', () => {
		const values = [{ value: 'Röd' }, { value: 'Ro\u0308d' }];
		expect(refusal(() => read(propertyKey, { values })).errorCode).toBe('duplicate-property-value');
	});
});

const compare = (desired: IDataObject, current: IDataObject = {}, table = propertyKey) =>
	compareRecords(
		table,
		readShownRecord(current, table),
		readDesired(readDesiredRecord(filledIn({ desired }), 'desired', table), table),
	);

describe('a field that the update does not have', () => {
	const translated = (more: IDataObject) => [
		{ propertyValueId: 1, value: 'Red', translations: [{ languageCode: 'sv', ...more }] },
	];

	test.each<[string, IDataObject, IDataObject, StateTable?]>([
		['was added by an earlier update', { sort: 1, success: true, changed: false }, {}],
		['has no value', { color: null, shade: undefined }, {}],
		[
			'is the same object in the current record',
			{ by: { name: 'Ann', id: 1 } },
			{ by: { id: 1, name: 'Ann' } },
		],
		[
			'is the same in a current translation',
			{ values: translated({ by: 'Ann' }) },
			{ values: translated({ by: 'Ann' }) },
		],
		['is another name of a list', { reportIds: [7] }, {}, userGroup],
		[
			"is a given field's name in the current record",
			{ name: 'Stock', groupName: 'Store' },
			{ name: 'Stock' },
			userGroup,
		],
	])('is ignored if it %s', (...[, desired, current, table]) => {
		expect(() => compare(desired, current, table)).not.toThrow();
	});

	const keyTakes = (remedy: string) =>
		new RegExp(`^${remedy} Fields you can update: name, .*, translations, values\\.$`);
	const removesOne = /^Remove "removed", .* 'Change Mode' set to 'Changes'\.$/;
	test.each<[string, IDataObject, IDataObject, RegExp, StateTable?]>([
		['Desired State: "sotr"', { sotr: 1 }, {}, keyTakes('Use "sort" instead, or remove "sotr"\\.')],
		[
			'Desired State: "usageCount"',
			{ usageCount: 3 },
			{ usageCount: 2 },
			keyTakes('Remove "usageCount"\\.'),
		],
		['Desired State: "propertyKeyId"', { propertyKeyId: 7 }, { propertyKeyId: 8 }, keyTakes('.*')],
		['Desired State: "propertyKey"', { propertyKey: { name: 'Color' } }, {}, keyTakes('.*')],
		[
			'Desired State > Values, entry 2: "media"',
			{ values: [{ value: 'Red' }, { value: 'Blue', media: 'blue.png' }] },
			{},
			/^Use "mediaURL" .*: propertyValueId, value, mediaURL, filterTag, sort, translations\.$/,
		],
		[
			'Desired State > Values, entry 1 > Translations, entry 1: "label"',
			{ values: translated({ label: 'Rot' }) },
			{
				values: [{ propertyValueId: 1, label: 'Rot' }],
				translations: [{ languageCode: 'sv', label: 'Rot' }],
			},
			/update: languageCode, name, description\.$/,
		],
		[
			'Desired State: "label"',
			{ label: 'A' },
			{ values: [{ propertyValueId: 1, label: 'A' }] },
			keyTakes('.*'),
		],
		[
			'Desired State > Roles, entry 2: "removed"',
			{ roles: ['ADMIN', { role: 'READ', removed: true }] },
			{ roles: ['READ'] },
			removesOne,
			userGroup,
		],
	])('is refused: %s', (message, desired, current, description, table = propertyKey) => {
		expect(refusal(() => compare(desired, current, table))).toEqual({
			message: `${message} can't be updated`,
			description: expect.stringMatching(description) as string,
			errorCode: 'invalid-input',
		});
	});
});

describe('values without their names', () => {
	const current = {
		values: [
			{ propertyValueId: 36, value: 'Red' },
			{ propertyValueId: 37, value: '38' },
			{ propertyValueId: 38, value: 'Blue' },
		],
	};

	test.each<[unknown]>([[36], ['36']])('are refused as an ID: %j', (entry) => {
		expect(refusal(() => compare({ values: ['Red', entry] }, current))).toEqual({
			message: 'Desired State > Values, entry 2: 36 is the Property Value ID of a current entry',
			description:
				'Enter { "propertyValueId": 36 } to keep that entry, or { "value": "36" } to add a new one.',
			errorCode: 'invalid-input',
		});
	});

	test.each<[unknown, object]>([
		[38, { removed: [36, 38] }],
		[{ value: '36' }, { added: [{ value: '36' }], removed: [36, 37, 38] }],
		[39, { added: [{ value: '39' }], removed: [36, 37, 38] }],
	])('are names otherwise: %j', (entry, values) => {
		expect(compare({ values: [entry] }, current).body).toMatchObject({ values });
	});
});

test('texts that people read as the same are no change', () => {
	const current = { name: 'Ro\u0308d', values: [{ propertyValueId: 1, value: 'Dark  blue' }] };
	const desired = { name: 'Röd\u200b', values: [{ value: 'Dark blue' }] };
	expect(compare(desired, current).body).toEqual({});
	const translated = (languageCode: string) => ({ translations: [{ languageCode, name: 'Red' }] });
	expect(compare(translated('SV '), translated('sv')).body).toEqual({});
});

/** How often the fields of this many current entries are read. */
function readsOf(count: number): number {
	const entries = Array.from({ length: count }, (_, index) => ({
		propertyValueId: index,
		value: `Value ${index}`,
		usedBy: index,
	}));
	const { counted, reads } = countReads(entries);
	expect(compare({ values: entries }, { values: counted }).body).toEqual({});
	return reads();
}

test('four times the entries take four times the steps', () => {
	const few = readsOf(200);
	expect(few).toBeGreaterThan(0);
	expect(readsOf(800) / few).toBeLessThan(4.5);
});
