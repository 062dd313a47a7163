/** What a Desired State can contain, and what happens to the update. */
import type { IDataObject } from 'n8n-workflow';
import { compareRecords, readDesired } from '../../../src/forms/changeSet/desiredUpdate';
import {
	currentSource,
	desiredSource,
	type StateTable,
} from '../../../src/forms/changeSet/recordState';
import { filledIn, refusal } from '../filledIn';
import { propertyKey, userGroup } from '../tables';

const read = (table: StateTable, desiredState: unknown) =>
	readDesired(filledIn({ desiredState: desiredState as IDataObject }), table, 12).state;
const readCurrent = (table: StateTable, record: IDataObject) =>
	currentSource.read(record, table).state;

describe('a record is read', () => {
	const roles = [{ role: 'READ' }];
	test.each<[string, unknown, object]>([
		['from JSON', '{ "groupName": "A" }', { groupName: 'A' }],
		['in a wrapper of any name', { anything: { groupName: 'A' } }, { groupName: 'A' }],
		['in a wrapper with a list', { data: { roles: [] } }, { roles: [] }],
		['in a wrapper beside other objects', { links: {}, data: { reportIds: [] } }, { reports: [] }],
		['beside a nested record', { groupName: 'A', parent: { groupName: 'B' } }, { groupName: 'A' }],
		['not in two wrappers', { a: { groupName: 'A' }, b: { roles: [] } }, {}],
		['not in a list', { data: [{ groupName: 'A' }] }, {}],
		['by its own names first', { name: 'B', groupName: 'A' }, { groupName: 'A' }],
		['by other names of null fields', { name: 'B', groupName: null }, { groupName: 'B' }],
		['with a list inside an object', { roles: { total: 1, items: ['READ'] } }, { roles }],
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

	test('with spaces, so they can be removed', () => {
		const translations = [{ languageCode: ' sv ', name: ' Röd ', other: 1 }];
		const values = [{ propertyValueId: '5', value: ' Red ', sort: '', translations }];
		expect(readCurrent(propertyKey, { name: ' Color ', keyGroup: 5, values })).toEqual({
			name: ' Color ',
			keyGroup: '5',
			values: [
				{
					propertyValueId: 5,
					value: ' Red ',
					translations: [{ languageCode: ' sv ', name: ' Röd ' }],
				},
			],
		});
	});

	test.each<[string, unknown[], IDataObject[]]>([
		['reports', [101, '102', { id: 2 }], [{ reportId: 101 }, { reportId: 102 }, { reportId: 2 }]],
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

	test.each<[string, unknown, RegExp, StateTable?]>([
		[
			"'Desired State' belongs to user group abc, but you're updating 12",
			{ id: 'abc', groupId: '' },
			/^Use the state of user group 12, or select user group abc\. If the states come from merged items, /,
			userGroup,
		],
		[
			'Desired State > Reports is not a list',
			{ reports: '101' },
			/^Enter "reports" as a list in square brackets\.$/,
			userGroup,
		],
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
			{ webStores: [{ grant: { storeId: 7 }, owner: { id: 8 } }] },
			/^Enter 'Store ID', or remove the entry\.$/,
			userGroup,
		],
		[`${inValue} is not a list`, translated({ sv: 'Röd' }), /"translations"/],
		[`${inValue} is not a list`, translated(''), /"translations"/],
		[
			`${inValue}, entry 2: Language Code is empty`,
			translated([{ languageCode: 'sv' }, { name: 'Red' }]),
			/'Language Code'/,
		],
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
});

describe('a field that the update does not have', () => {
	const compare = (desired: IDataObject, current: IDataObject = {}, table = propertyKey) =>
		compareRecords(table, currentSource.read(current, table), desiredSource.read(desired, table));
	const translated = (more: IDataObject) => [
		{ propertyValueId: 1, value: 'Red', translations: [{ languageCode: 'sv', ...more }] },
	];

	test.each<[string, IDataObject, IDataObject, StateTable?]>([
		['identifies the record', { propertyKeyId: 7 }, {}],
		['is read-only', { presentation: 'SINGLE_SELECT' }, {}],
		['was added by an earlier update', { success: true, changed: false }, {}],
		['has no value', { color: null, shade: undefined }, {}],
		['is in the current record too', { usageCount: 3 }, { usageCount: 2 }],
		[
			'is in a current value too',
			{ values: [{ value: 'Red', usedBy: 3 }] },
			{ values: [{ propertyValueId: 1 }, { propertyValueId: 2, usedBy: 2 }] },
		],
		[
			'is in a current translation too',
			{ values: translated({ by: 'Ann' }) },
			{ values: translated({ by: 'Bo' }) },
		],
		['is another name of a list', { reportIds: [7] }, {}, userGroup],
		['belongs to a reference', { roles: [{ role: 'READ', title: 'Reader' }] }, {}, userGroup],
	])('is ignored if it %s', (...[, desired, current, table]) => {
		expect(() => compare(desired, current, table)).not.toThrow();
	});

	const keyTakes =
		/^Remove "\w+", or use one of the fields you can update: name, .*, translations, values\.$/;
	test.each<[string, IDataObject, IDataObject, RegExp]>([
		['Desired State: "color"', { color: 'red' }, {}, keyTakes],
		['Desired State: "translation"', { translation: [] }, {}, keyTakes],
		['Desired State: "KeyGroup"', { KeyGroup: 'A' }, {}, keyTakes],
		[
			'Desired State > Values, entry 2: "media"',
			{ values: [{ value: 'Red' }, { value: 'Blue', media: 'blue.png' }] },
			{},
			/update: propertyValueId, value, mediaURL, filterTag, sort, translations\.$/,
		],
		[
			'Desired State > Values, entry 1 > Translations, entry 1: "label"',
			{ values: translated({ label: 'Rot' }) },
			{
				values: [{ propertyValueId: 1, label: 'Rot' }],
				translations: [{ languageCode: 'sv', label: 1 }],
			},
			/update: languageCode, name, description\.$/,
		],
		[
			'Desired State: "label"',
			{ label: 'A' },
			{ values: [{ propertyValueId: 1, label: 'B' }] },
			keyTakes,
		],
	])('is refused: %s', (message, desired, current, description) => {
		expect(refusal(() => compare(desired, current))).toEqual({
			message: `${message} can't be updated`,
			description: expect.stringMatching(description) as string,
			errorCode: 'invalid-input',
		});
	});
});
