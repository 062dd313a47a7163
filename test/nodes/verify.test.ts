/** Verify: a confirmed change is compared with the record, and what isn't known is stated. */
import '../engine/skippedWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ServiceError } from '../../src/api/errors';
import { verifyChange } from '../../src/runtime/verify';
import type { ItemContext } from '../../src/runtime/operation';
import { picked } from '../cases/operationCase';
import { countReads } from '../countSteps';
import {
	errorItem,
	hintsOf,
	hintTexts,
	keepGoing,
	nodeUnderTest,
	packageUnderTest,
	records,
} from './nodeUnderTest';

const setup = packageUnderTest();

/** The values of an update, and the entries that it adds to lists and removes. */
type SentChange = Partial<Record<'wanted' | 'added' | 'removed', IDataObject>>;

/** Compares a change with the record that the service shows. */
async function verify(shown: IDataObject, { wanted, added = {}, removed = {} }: SentChange) {
	const hints: string[] = [];
	const service = {
		path: (_operation: string, path: object) => path,
		request: async () => await Promise.resolve({ record: shown }),
	};
	const hint = (text: string) => hints.push(text);
	const item = { operation: 'user.update', service, hint } as unknown as ItemContext;
	const path = { userId: '11111111-2222-4333-8444-555555555555' };
	const lists = [added, removed].flatMap((changed) => Object.keys(changed));
	const changeSets = lists.map((name) => [name, { added: added[name], removed: removed[name] }]);
	const body = { ...wanted, ...(Object.fromEntries(changeSets) as IDataObject) };
	const outcome = verifyChange(item, path, { lists, read: (record) => record }, body);
	return await outcome.catch((error: unknown) => (error as ServiceError).message);
}

/** How often the fields of 4,000 entries are read, or of some other number of entries. */
async function readsOf(count: number, change: (entries: IDataObject[]) => SentChange) {
	const entries = Array.from({ length: count }, (_, id) => ({ storeId: id, place: `Place ${id}` }));
	const { counted, reads } = countReads(entries);
	const outcome = await verify({ x: counted }, change([...entries].reverse()));
	return { reads: reads(), outcome };
}

test.each<[string, (entries: IDataObject[]) => SentChange]>([
	['that are there', (entries) => ({ added: { x: entries } })],
	[
		'that should be gone',
		(entries) => ({ removed: { x: entries.map((each) => ({ ...each, storeId: -1 })) } }),
	],
	['in another order', (entries) => ({ wanted: { x: entries } })],
])('four times the entries %s take four times the steps', async (_what, change) => {
	const few = await readsOf(200, change);
	const many = await readsOf(800, change);
	expect(few.outcome).toHaveProperty('fields');
	expect(many.reads).toBeGreaterThan(0);
	expect(many.reads / few.reads).toBeLessThan(4.5);
});

/** A value as the record shows it, and how a request changes it to another. */
type Change = [what: string, shown: unknown, how: keyof SentChange, sent: unknown];

/** Compares the change of a field with its record; undefined is a record without the field. */
async function verifyField(...[, shown, how, sent]: Change) {
	const record = { name: 'Anna Berg', ...(shown !== undefined && { x: shown }) } as IDataObject;
	return { outcome: await verify(record, { [how]: { x: sent } as IDataObject }), record };
}

test.each<Change>([
	['a text', 'Anna', 'wanted', ' Anna '],
	['a text with another kind of spaces', 'Åsa\u00a0 Berg', 'wanted', 'A\u030asa Berg'],
	['a day as an instant', '2026-01-05T00:00:00Z', 'wanted', '2026-01-05'],
	['an instant elsewhere', '2026-01-05T10:00:00.000+02:00', 'wanted', '2026-01-05T08:00Z'],
	['a time without a zone', '2026-01-05T10:00:00.000', 'wanted', '2026-01-05 10:00'],
	['a switch as a number', 1, 'wanted', true],
	['a list as null', null, 'wanted', []],
	['an address in other letters', 'Anna@X.se', 'wanted', 'anna@x.SE'],
	['a switch as a word', 'INACTIVE', 'wanted', false],
	['a number as a text', '5', 'wanted', 5],
	['a text as a number', 2.5, 'wanted', '2.50'],
	['an empty object', {}, 'wanted', {}],
	['a cleared text as null', null, 'wanted', ''],
	['an object', { b: 2, a: [1] }, 'wanted', { a: [1], b: 2 }],
	['an object with more fields', { a: 1, id: 7 }, 'wanted', { a: 1 }],
	['an added ID', [1, 2], 'added', [2]],
	['an added ID as a record', [{ reportId: 2 }], 'added', ['2']],
	['an added record', [{ storeId: 2, a: 1 }], 'added', [{ storeId: 2 }]],
	['a removed ID', [1], 'removed', [2]],
	['a removed entry of an empty list', null, 'removed', [2]],
])('a change is verified: %s', async (...change) => {
	const { outcome, record } = await verifyField(...change);
	expect(outcome).toEqual({ fields: { verified: true }, record });
});

test.each<Change>([
	['to an empty object', { city: 'Malmö' }, 'wanted', {}],
	['to a list with an empty object', [{ id: 1 }], 'wanted', [{}]],
	['without the field', undefined, 'wanted', 'Anna'],
	['with a word in other letters', 'Normal', 'wanted', 'NORMAL'],
	['with a switch of unknown meaning', 'frozen', 'wanted', false],
	['with a switch that is null', null, 'wanted', false],
	['with a switch in place of nothing', false, 'wanted', null],
	['with a day in another time zone', '2026-01-04T23:00Z', 'wanted', '2026-01-05'],
	['with a time without a zone', '2026-01-05T08:00', 'wanted', '2026-01-05T07:00Z'],
	['with a time in place of a day', '2026-01-05T08:00', 'wanted', '2026-01-05'],
	['with a time as a number', 1767571200000, 'wanted', '2026-01-05'],
	['with a time in whole seconds', '2026-01-05T08:00:00Z', 'wanted', '2026-01-05T08:00:00.500Z'],
	['with a list in place of a switch', ['no'], 'wanted', false],
	['with an object in place of a text', { id: 1 }, 'wanted', 'NORMAL'],
	['with an empty list that adds nothing', [], 'added', []],
	['with entries in other letters', ['Read'], 'added', ['READ']],
	['with a link in other letters', 'https://x.se/a@2X.png', 'wanted', 'https://x.se/a@2x.png'],
	['with a list in another order', ['b', 'a'], 'wanted', ['a', 'b']],
	['with a field missing in an object', { a: 1 }, 'wanted', { a: 1, b: 2 }],
	['without the list', undefined, 'added', [1]],
	['with entries of an unknown form', [{ a: 1, b: 2 }], 'added', [1]],
	['with a count in place of the list', 2, 'removed', [1]],
	['with a text in place of entries', ['a'], 'added', 'a'],
	['with IDs in place of entries of two fields', [12], 'added', [{ a: 12, b: 3 }]],
	['with names in place of IDs that it adds', ['Sales'], 'added', [1]],
	['with names in place of IDs that it removes', [{ name: 'Sales' }], 'removed', [1]],
	['with IDs in place of names that it removes', [1], 'removed', ['READ']],
	['with an entry that lacks a field', [{ a: 1, c: 2 }], 'added', [{ a: 1, b: 2 }]],
])('a change is not verified %s', async (...change) => {
	const { outcome, record } = await verifyField(...change);
	expect(outcome).toEqual({ fields: { verified: false, notVerified: ['x'] }, record });
});

const confirmedBut = (text: string) => `The service confirmed the update, but ${text}`;

test.each<Change>([
	['x is "Anne" instead of "Anna"', 'Anne', 'wanted', 'Anna'],
	['x is null instead of "Anna"', null, 'wanted', 'Anna'],
	['x is "Anna" instead of ""', 'Anna', 'wanted', ''],
	['x is true instead of false', true, 'wanted', false],
	['x is ["a"] instead of ["a","b"]', ['a'], 'wanted', ['a', 'b']],
	['x is ["b","c"] instead of ["a","b"]', ['b', 'c'], 'wanted', ['a', 'b']],
	['x is {"a":1} instead of {"a":2}', { a: 1 }, 'wanted', { a: 2 }],
	['x is "007" instead of 7', '007', 'wanted', 7],
	['x is "2026-01-06" instead of "2026-01-05"', '2026-01-06', 'wanted', '2026-01-05'],
	['x is "2026-02-31" instead of "2026-03-03"', '2026-02-31', 'wanted', '2026-03-03'],
	['x is "2026-01-09T00:00Z" instead of "2026-01-05"', '2026-01-09T00:00Z', 'wanted', '2026-01-05'],
	[
		'x is "2026-01-05T08:01Z" instead of "2026-01-05T08:00Z"',
		'2026-01-05T08:01Z',
		'wanted',
		'2026-01-05T08:00Z',
	],
	['x is [1] without 2', [1], 'added', [1, 2]],
	['x is [1] and still has 1', [1], 'removed', [1]],
])('a change that was not applied fails: %s', async (...change) => {
	expect((await verifyField(...change)).outcome).toBe(confirmedBut(change[0]));
});

test('a change fails with its first difference', async () => {
	const change = { wanted: { z: 0, x: 2 }, added: { y: [3] } };
	expect(await verify({ x: 1, y: [], z: 0 }, change)).toBe(confirmedBut('x is 1 instead of 2'));
});

describe('User > Update', () => {
	const node = nodeUnderTest('User', { resource: 'user', operation: 'update' });
	const user = node.normalUser;
	const update = async (updateFields: IDataObject) => {
		const form = { userId: picked(user().userId), updateFields, options: { verify: true } };
		return await node.run(form as INodeParameters, keepGoing);
	};

	const unnamed = (no: string) => ({ no, title: 'Sales' });

	test.each<[string, (tenantId: string) => unknown, object]>([
		['IDs', (tenantId) => tenantId, { verified: true }],
		['records', (tenantId) => ({ tenantId, tenantName: 'Sales' }), { verified: true }],
		['records without a known ID', unnamed, { verified: false, notVerified: ['tenantIds'] }],
	])('is verified with one more request if tenants are %s', async (_what, show, verified) => {
		const { userId, groupIds } = user();
		const added = [...node.sandbox.state.groups.keys()].find((id) => !groupIds.includes(id));
		const tenantIds = node.sandbox.state.tenants.map(({ tenantId }) => tenantId);
		node.sandbox.faults.change('user.get', { tenantIds: tenantIds.map(show) });
		const run = await update({ firstName: 'Ada', groupIds: [added], tenantIds });
		expect(records(run)).toEqual([{ success: true, userId, ...verified }]);
		expect(node.operations()).toEqual(['user.update', 'user.get']);
	});

	test('waits for a record that shows the change late', async () => {
		node.sandbox.faults.change('user.get', { firstName: 'Before' }, 2);
		expect(records(await update({ firstName: 'Ada' }))).toMatchObject([{ verified: true }]);
		expect(node.operations()).toEqual(['user.update', ...Array<string>(3).fill('user.get')]);
	});

	test('states which fields the record does not show', async () => {
		const { userId } = user();
		node.sandbox.faults.change('user.get', { firstName: undefined });
		const run = await update({ firstName: 'Ada', lastName: 'Berg' });
		const notVerified = ['firstName'];
		expect(records(run)).toEqual([{ success: true, userId, verified: false, notVerified }]);
		expect(hintTexts(run).join()).toContain('firstName');
	});

	test('fails if the service ignored a field, and sends nothing again', async () => {
		const { userId } = user();
		node.sandbox.faults.change('user.get', { active: true });
		const run = await update({ active: false });
		expect(errorItem(run)).toMatchObject({
			userId,
			errorCode: 'not-applied',
			httpStatus: null,
			message: expect.stringContaining('active is true instead of false') as string,
		});
		expect(node.operations()).toEqual(['user.update', ...Array<string>(4).fill('user.get')]);
	});

	test.each<[string, IDataObject]>([
		['an added but empty field', { groupIds: [] }],
		[
			'a change set in a form of its own',
			{ additionalBody: '{ "groupIds": { "replaced": [1] } }' },
		],
	])('has no evidence of %s', async (_what, updateFields) => {
		node.fault('user.update', { status: 204 });
		const unknown = { success: true, verified: false, notVerified: ['groupIds'] };
		expect(records(await update(updateFields))).toMatchObject([unknown]);
	});

	test('stands if the record cannot be read', async () => {
		const { userId } = user();
		node.fault('user.get', { status: 403 });
		const run = await update({ firstName: 'Ada', lastName: 'Berg' });
		const notVerified = ['firstName', 'lastName'];
		expect(records(run)).toEqual([{ success: true, userId, verified: false, notVerified }]);
		const message = expect.stringMatching(
			/^The change was made but could not be verified: /,
		) as string;
		expect(hintsOf(run)).toMatchObject([{ message, type: 'warning' }]);
	});
});

test.each([true, false])(
	'User Group > Update verifies Changes only with the option: %s',
	async (verify) => {
		const { groupId } = setup.group();
		const run = await setup.runOperation('userGroup.update', {
			groupId: picked(groupId),
			updateFields: { groupName: 'Night shift' },
			warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
			options: verify ? { verify } : {},
		});
		expect(records(run)).toEqual([
			{ success: true, changed: true, groupId, ...(verify ? { verified: true } : {}) },
		]);
		expect(setup.sandbox.requests).toHaveLength(verify ? 2 : 1);
	},
);

test('User Group > Update does not verify a list of an unknown form', async () => {
	const { groupId } = setup.group();
	setup.sandbox.faults.change('userGroup.get', { roles: [{ shade: 'blue' }] });
	const roles = { added: [{ role: 'AUDIT' }] };
	const form = { groupId: picked(groupId), roles, options: { verify: true } };
	const run = await setup.runOperation('userGroup.update', form);
	expect(records(run)).toMatchObject([{ verified: false, notVerified: ['roles'] }]);
});

test('Create or Update names an object of Other Fields that is not shown', async () => {
	const { groupName } = setup.group();
	setup.fault('userGroup.update', { status: 204 });
	const additionalFields = { additionalBody: '{ "address": { "city": "Oslo" } }' };
	const run = await setup.runOperation('userGroup.upsert', { groupName, additionalFields });
	expect(records(run)).toMatchObject([{ verified: false, notVerified: ['address'] }]);
});
