/** How a record is read that the service shows, whose shape isn't specified. */
import type { IDataObject } from 'n8n-workflow';
import type { StateTable } from '../../../src/forms/changeSet/recordState';
import { refusal } from '../filledIn';
import { readShownRecord } from '../shownRecord';
import { propertyKey, userGroup } from '../tables';

const read = (table: StateTable, record: IDataObject, names?: string[]) =>
	readShownRecord(record, table, names).state;

const roles = [{ role: 'READ' }];

test.each<[string, IDataObject, object]>([
	['beside a nested record', { groupName: 'A', parent: { groupName: 'B' } }, { groupName: 'A' }],
	['not in another object', { data: { roles: [] } }, {}],
	['not in a list', { data: [{ groupName: 'A' }] }, {}],
	['by its own names first', { name: 'B', groupName: 'A' }, { groupName: 'A' }],
	['by other names of null fields', { name: 'B', groupName: null }, { groupName: 'B' }],
	['with null as an empty list', { roles: null }, { roles: [] }],
	['with another name of a null list', { roles: null, roleNames: ['READ'] }, { roles }],
	['with its identifier', { groupId: ' 12 ', active: 'yes' }, { active: true }],
])('a record is read %s', (_how, record, state) => {
	expect(read(userGroup, record)).toEqual(state);
});

test('spaces stay, so they can be removed', () => {
	const translations = [{ languageCode: ' sv ', name: ' Röd ', other: 1 }];
	const values = [{ propertyValueId: '5', value: ' Red ', sort: '', translations }];
	expect(read(propertyKey, { name: ' Color ', keyGroup: 5, values })).toEqual({
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

test.each<[string, IDataObject, string]>([
	['Current State > Roles is missing', { groupName: 'A' }, '"roles" as the service'],
	['Current State > Roles is not a list', { roles: { items: ['READ'] } }, 'roles'],
	['Current State > Roles is not a list', { roles: { removed: ['READ'] } }, 'roles'],
	['Current State > Web Stores, entry 1: Store ID is empty', { webStores: [{ a: 1 }] }, 'Store ID'],
])('a record is refused: %s', (message, record, remedy) => {
	const names = record.webStores ? ['webStores'] : ['roles'];
	expect(refusal(() => read(userGroup, record, names))).toEqual({
		message,
		description: expect.stringContaining(remedy) as string,
		errorCode: 'invalid-input',
	});
});
