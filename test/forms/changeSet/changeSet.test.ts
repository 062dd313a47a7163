/** The form of a change-set: what it sends, and what it refuses before anything is sent. */
import type { IDataObject, INode } from 'n8n-workflow';
import { InputError } from '../../../src/api/errors';
import { changeSetProperty, readChangeSets } from '../../../src/forms/changeSet/changeSet';
import { readEntry } from '../../../src/forms/collectionEntries';
import {
	type ChangeSetField,
	type ChangeSetFieldOf,
	propertyKeyChangeSets,
	userGroupChangeSets,
} from '../../../src/forms/fields/changeSetFields';
import type { ItemContext } from '../../../src/runtime/operation';
import type { UserGroupUpdate } from '../../../src/api/records';

const node = { name: 'Test' } as INode;
const fields = new Map<string, ChangeSetField>(
	[...propertyKeyChangeSets, ...userGroupChangeSets].map((field) => [field.name, field]),
);

function fieldNamed(name: string): ChangeSetField {
	const field = fields.get(name);
	if (!field) throw new Error(`no change-set ${name}`);
	return field;
}

function read(name: string, form: unknown): IDataObject | undefined {
	const item = { node, parameter: () => form } as unknown as ItemContext;
	const field = fieldNamed(name) as ChangeSetFieldOf<UserGroupUpdate>;
	const read: IDataObject = { ...readChangeSets<UserGroupUpdate>(item, [field]) };
	return read[name] as IDataObject | undefined;
}

function refusal(action: () => unknown): Partial<InputError> {
	let refused: unknown;
	try {
		action();
	} catch (error) {
		refused = error;
	}
	expect(refused).toBeInstanceOf(InputError);
	return refused as InputError;
}

describe('wire shapes', () => {
	test.each<[string, object, object]>([
		[
			'reports',
			{ added: [{ reportId: '7' }], removed: [{ reportId: 8 }] },
			{ added: [7], removed: [8] },
		],
		[
			'roles',
			{ added: [{ role: 'READ' }], removed: [{ role: 'WRITE' }] },
			{ added: ['READ'], removed: ['WRITE'] },
		],
		[
			'warehouses',
			{
				added: [{ warehouseCompanyId: 1, warehouseId: 2 }],
				removed: [{ warehouseCompanyId: 1, warehouseId: 3 }],
			},
			{
				added: [{ warehouseCompanyId: 1, warehouseId: 2 }],
				removed: [{ warehouseCompanyId: 1, warehouseId: 3 }],
			},
		],
		[
			'returnReasons',
			{ added: [{ returnReasonId: 1 }], removed: [{ returnReasonId: 2 }] },
			{ added: [{ returnReasonId: 1 }], removed: [2] },
		],
		[
			'webStores',
			{ added: [{ storeId: 1 }], removed: [{ storeId: 2 }] },
			{ added: [{ storeId: 1 }], removed: [2] },
		],
		[
			'translations',
			{
				added: [{ languageCode: 'sv', name: 'Färg', description: '' }],
				modified: [{ languageCode: 'en', name: 'Colour' }],
				removed: [{ languageCode: 'de' }],
			},
			{
				added: [{ languageCode: 'sv', name: 'Färg' }],
				modified: [{ languageCode: 'en', name: 'Colour' }],
				removed: ['de'],
			},
		],
		[
			'values',
			{
				added: [
					{
						value: 'Red',
						mediaURL: '',
						sort: '',
						translations: { translation: [{ languageCode: 'sv', name: 'Röd' }] },
					},
				],
				modified: [{ propertyValueId: '12', value: 'Blue', sort: '0', translations: {} }],
				removed: [{ propertyValueId: 13 }],
			},
			{
				added: [{ value: 'Red', translations: [{ languageCode: 'sv', name: 'Röd' }] }],
				modified: [{ propertyValueId: 12, value: 'Blue', sort: 0 }],
				removed: [13],
			},
		],
	])('%s', (name, form, wire) => {
		expect(read(name, form)).toEqual(wire);
	});

	test.each([{}, { added: [] }, { added: [], removed: [] }])('%j sends nothing', (form) => {
		for (const name of fields.keys()) expect(read(name, form)).toBeUndefined();
	});

	test('a single entry from an expression is a list of one', () => {
		expect(read('roles', { added: { role: 'READ' } })).toEqual({ added: ['READ'] });
	});
});

describe('refused before a request', () => {
	test.each<[string, object, string]>([
		[
			'reports',
			{ added: [{ reportId: 7 }, { reportId: '7' }] },
			'"7" appears twice: Reports > Added, entry 1 and Reports > Added, entry 2',
		],
		[
			'roles',
			{ added: [{ role: 'READ' }], removed: [{ role: 'WRITE' }, { role: 'READ' }] },
			'"READ" appears twice: Roles > Added, entry 1 and Roles > Removed, entry 2',
		],
		[
			'warehouses',
			{
				removed: [
					{ warehouseCompanyId: 1, warehouseId: 2 },
					{ warehouseCompanyId: 1, warehouseId: 2 },
				],
			},
			'"1, 2" appears twice: Warehouses > Removed, entry 1 and Warehouses > Removed, entry 2',
		],
		[
			'translations',
			{ added: [{ languageCode: 'en' }], modified: [{ languageCode: 'en' }] },
			'"en" appears twice: Translations > Added, entry 1 and Translations > Modified, entry 1',
		],
		[
			'values',
			{ modified: [{ propertyValueId: 1 }], removed: [{ propertyValueId: '1' }] },
			'"1" appears twice: Values > Modified, entry 1 and Values > Removed, entry 1',
		],
		[
			'values',
			{
				added: [
					{
						value: 'Red',
						translations: { translation: [{ languageCode: 'en' }, { languageCode: 'en' }] },
					},
				],
			},
			'"en" appears twice: Values > Added, entry 1, Translations, entry 1 and Values > Added, entry 1, Translations, entry 2',
		],
	])('%s %j', (name, form, message) => {
		expect(refusal(() => read(name, form)).message).toBe(message);
	});

	test.each([
		{ added: [{ value: 'Red' }, { value: 'Blue' }, { value: 'Red' }] },
		{ added: [{ value: 'Red' }], modified: [{ propertyValueId: 1, value: 'Red' }] },
		{
			modified: [
				{ propertyValueId: 1, value: 'Red' },
				{ propertyValueId: 2, value: 'Red' },
			],
		},
	])("two values with one name carry the service's code: %j", (form) => {
		const { message, errorCode } = refusal(() => read('values', form));
		expect(errorCode).toBe('duplicate-property-value');
		expect(message).toMatch(
			/^"Red" appears twice: Values > \w+, entry 1 and Values > \w+, entry \d$/,
		);
	});

	test.each<[string, object, string]>([
		[
			'reports',
			{ added: [{ reportId: '' }] },
			'Reports > Added, entry 1: Report Name or ID is empty',
		],
		['values', { added: [{ sort: 1 }] }, 'Values > Added, entry 1: Value is empty'],
		[
			'values',
			{ modified: [{ value: 'Red' }] },
			'Values > Modified, entry 1: Property Value ID is empty',
		],
		[
			'values',
			{ added: [{ value: 'Red', translations: { translation: [{ name: 'Röd' }] } }] },
			'Values > Added, entry 1, Translations, entry 1: Language Code is empty',
		],
		[
			'warehouses',
			{ removed: [{ warehouseId: 1 }] },
			'Warehouses > Removed, entry 1: Warehouse Company ID is empty',
		],
		['values', { added: 'Red' }, 'Values > Added, entry 1: Value is empty'],
		[
			'values',
			{ added: [{ value: 'Red', sort: '1.5' }] },
			'Values > Added, entry 1: Sort "1.5" is not a whole number',
		],
		[
			'values',
			{ removed: [{ propertyValueId: '99999999999999999999' }] },
			'Values > Removed, entry 1: Property Value ID "99999999999999999999" is not a whole number',
		],
		[
			'values',
			{ added: [{ value: { name: 'Red' } }] },
			'Values > Added, entry 1: Value "{"name":"Red"}" is not text',
		],
	])('%s %j', (name, form, message) => {
		expect(refusal(() => read(name, form)).message).toBe(message);
	});
});

test('yes and no are read from whatever an expression gives', () => {
	const completed = { name: 'completed', label: 'Completed', type: 'boolean' } as const;
	const readCompleted = (value: unknown) =>
		readEntry({ completed: value } as IDataObject, [completed]);
	expect(readCompleted(true)).toEqual({ completed: true });
	expect(readCompleted(false)).toEqual({ completed: false });
	expect(readCompleted('true')).toEqual({ completed: true });
	expect(readCompleted('false')).toEqual({ completed: false });
	expect(readCompleted('')).toEqual({});
	for (const yes of ['TRUE', 'Yes', ' y ', 'on', 1, '1']) {
		expect(readCompleted(yes)).toEqual({ completed: true });
	}
	for (const no of ['FALSE', 'No', 'n', 'OFF', 0, '0']) {
		expect(readCompleted(no)).toEqual({ completed: false });
	}
	for (const neither of ['maybe', 2, 'active', '{}', 'truely']) {
		expect(refusal(() => readCompleted(neither)).message).toBe(
			`Completed "${neither}" is not true or false`,
		);
	}
});

describe('the form', () => {
	test.each([...fields.values()].map((field) => [field.name, field] as const))(
		'%s offers what the service can change',
		(_name, field) => {
			const { options = [], description } = changeSetProperty(field);
			expect(options.map(({ name }) => name)).toEqual(
				field.modifiable ? ['added', 'modified', 'removed'] : ['added', 'removed'],
			);
			expect(description).toMatch(/^What to /);
		},
	);

	test('numbers are empty at first, so that an untouched one is not sent as 0', () => {
		const [added] = changeSetProperty(fieldNamed('values')).options ?? [];
		const { values = [] } = added as { values?: Array<{ name: string; default: unknown }> };
		expect(values.find(({ name }) => name === 'sort')?.default).toBe('');
	});
});
