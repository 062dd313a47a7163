/** Verify: a confirmed change is compared with the record, and what isn't known is stated. */
import '../engine/skippedWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ServiceError } from '../../src/api/errors';
import type { OperationId, PathParameterName } from '../../src/api/operations';
import { verifyChange } from '../../src/runtime/verify';
import type { ItemContext } from '../../src/runtime/operation';
import { picked, recordAt, unknownUuid } from '../cases/operationCase';
import { countReads } from '../countSteps';
import {
	errorItem,
	hintTexts,
	keepGoing,
	nodeUnderTest,
	packageUnderTest,
	records,
} from './nodeUnderTest';
import { nodeTypeOf } from './runCase';

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
	const item = { service, hint: (text: string) => hints.push(text) } as unknown as ItemContext;
	const path = { userId: unknownUuid };
	const lists = [added, removed].flatMap((changed) => Object.keys(changed));
	const changeSets = lists.map((name) => [name, { added: added[name], removed: removed[name] }]);
	const body = { ...wanted, ...(Object.fromEntries(changeSets) as IDataObject) };
	const outcome = verifyChange(item, path, { get: 'user.get', lists }, body);
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

const confirmedBut = (text: string) => `The service confirmed the update, but ${text}`;

describe('a change is verified', () => {
	test.each<[string, IDataObject, SentChange]>([
		['a text', { firstName: 'Anna' }, { wanted: { firstName: ' Anna ' } }],
		[
			'a text with another kind of spaces',
			{ x: 'Åsa\u00a0 Berg' },
			{ wanted: { x: 'A\u030asa Berg' } },
		],
		['a text with an invisible character', { x: 'Sales' }, { wanted: { x: 'Sa\u200bles' } }],
		['a day as an instant', { x: '2026-01-05T00:00:00Z' }, { wanted: { x: '2026-01-05' } }],
		[
			'an instant in another time zone',
			{ x: '2026-01-05T10:00:00.000+02:00' },
			{ wanted: { x: '2026-01-05T08:00Z' } },
		],
		[
			'an instant with an offset without a colon',
			{ x: '2026-01-05T08:00:00.000+0000' },
			{ wanted: { x: '2026-01-05T10:00+02:00' } },
		],
		['a switch as a number', { x: 1 }, { wanted: { x: true } }],
		['a list as null', { tags: null }, { wanted: { tags: [] } }],
		['an address in other letters', { mail: 'Anna@X.se' }, { wanted: { mail: 'anna@x.SE' } }],
		['a switch as a word', { active: 'INACTIVE' }, { wanted: { active: false } }],
		['a number as a text', { sort: '5' }, { wanted: { sort: 5 } }],
		['a text as a number', { price: 2.5 }, { wanted: { price: '2.50' } }],
		['an empty object', { home: {} }, { wanted: { home: {} } }],
		['a cleared text as null', { note: null }, { wanted: { note: '' } }],
		['an object', { home: { b: 2, a: [1] } }, { wanted: { home: { a: [1], b: 2 } } }],
		['an object with more fields', { home: { a: 1, id: 7 } }, { wanted: { home: { a: 1 } } }],
		['an added ID', { reports: [1, 2] }, { added: { reports: [2] } }],
		['an added ID as a record', { reports: [{ reportId: 2 }] }, { added: { reports: ['2'] } }],
		[
			'an added record',
			{ stores: [{ storeId: 2, a: 1 }] },
			{ added: { stores: [{ storeId: 2 }] } },
		],
		['a removed ID', { reports: [1] }, { removed: { reports: [2] } }],
		['a removed entry of an empty list', { reports: null }, { removed: { reports: [2] } }],
	])('%s', async (_what, shown, change) => {
		expect(await verify(shown, change)).toEqual({ fields: { verified: true }, record: shown });
	});
});

describe('a change is not verified', () => {
	test.each<[string, IDataObject, SentChange]>([
		['to an empty object', { x: { city: 'Malmö' } }, { wanted: { x: {} } }],
		['to a list with an empty object', { x: [{ id: 1 }] }, { wanted: { x: [{}] } }],
		['without the field', { name: 'Anna Berg' }, { wanted: { x: 'Anna' } }],
		['with a word in other letters', { x: 'Normal' }, { wanted: { x: 'NORMAL' } }],
		['with a switch of unknown meaning', { x: 'frozen' }, { wanted: { x: false } }],
		['with a switch that is null', { x: null }, { wanted: { x: false } }],
		['with a switch in place of nothing', { x: false }, { wanted: { x: null } }],
		[
			'with a day in another time zone',
			{ x: '2026-01-04T23:00Z' },
			{ wanted: { x: '2026-01-05' } },
		],
		[
			'with a time without a zone',
			{ x: '2026-01-05T08:00' },
			{ wanted: { x: '2026-01-05T07:00Z' } },
		],
		['with a time as a number', { x: 1767571200000 }, { wanted: { x: '2026-01-05' } }],
		['with a list in place of a switch', { x: ['no'] }, { wanted: { x: false } }],
		['with an object in place of a text', { x: { id: 1 } }, { wanted: { x: 'NORMAL' } }],
		['with an empty list that adds nothing', { x: [] }, { added: { x: [] } }],
		['with entries in other letters', { x: ['Read'] }, { added: { x: ['READ'] } }],
		['with a list in another order', { x: ['b', 'a'] }, { wanted: { x: ['a', 'b'] } }],
		['with a field missing in an object', { x: { a: 1 } }, { wanted: { x: { a: 1, b: 2 } } }],
		['without the list', {}, { added: { x: [1] } }],
		['with entries of an unknown form', { x: [{ a: 1, b: 2 }] }, { added: { x: [1] } }],
		['with a count in place of the list', { x: 2 }, { removed: { x: [1] } }],
	])('%s', async (_what, shown, change) => {
		expect(await verify(shown, change)).toEqual({
			fields: { verified: false, notVerified: ['x'] },
			record: shown,
		});
	});
});

describe('a change that was not applied fails', () => {
	test.each<[string, IDataObject, SentChange]>([
		['x is "Anne" instead of "Anna"', { x: 'Anne' }, { wanted: { x: 'Anna' } }],
		['x is null instead of "Anna"', { x: null }, { wanted: { x: 'Anna' } }],
		['x is "Anna" instead of ""', { x: 'Anna' }, { wanted: { x: '' } }],
		['x is true instead of false', { x: true }, { wanted: { x: false } }],
		['x is ["a"] instead of ["a","b"]', { x: ['a'] }, { wanted: { x: ['a', 'b'] } }],
		['x is {"a":1} instead of {"a":2}', { x: { a: 1 } }, { wanted: { x: { a: 2 } } }],
		['x is "007" instead of 7', { x: '007' }, { wanted: { x: 7 } }],
		[
			'x is "2026-01-06" instead of "2026-01-05"',
			{ x: '2026-01-06' },
			{ wanted: { x: '2026-01-05' } },
		],
		[
			'x is "2026-02-31" instead of "2026-03-03"',
			{ x: '2026-02-31' },
			{ wanted: { x: '2026-03-03' } },
		],
		[
			'x is "2026-01-09T00:00Z" instead of "2026-01-05"',
			{ x: '2026-01-09T00:00Z' },
			{ wanted: { x: '2026-01-05' } },
		],
		['x is [1] without 2', { x: [1] }, { added: { x: [1, 2] } }],
		['x is [1] and still has 1', { x: [1] }, { removed: { x: [1] } }],
		[
			'x is 1 instead of 2, and y is [] without 3',
			{ x: 1, y: [], z: 0 },
			{ wanted: { x: 2, z: 0 }, added: { y: [3] } },
		],
		[
			'x is [] without 1, and x is [] without 2, and x is [] without 3, and 2 more differences',
			{ x: [] },
			{ added: { x: [1, 2, 3, 4, 5] } },
		],
	])('%s', async (text, shown, change) => {
		expect(await verify(shown, change)).toBe(confirmedBut(text));
	});
});

describe('User > Update', () => {
	const node = nodeUnderTest('integrationServiceUser', { resource: 'user', operation: 'update' });
	const user = () =>
		recordAt(
			node.users().filter(({ kind }) => kind === 'NORMAL'),
			0,
		);
	const update = async (updateFields: IDataObject, verified = true) =>
		await node.run(
			{
				userId: picked(user().userId),
				updateFields,
				options: verified ? { verify: true } : {},
			} as INodeParameters,
			keepGoing,
		);

	test('reads nothing back unless the option is on', async () => {
		const { userId } = user();
		expect(records(await update({ firstName: 'Ada' }, false))).toEqual([{ success: true, userId }]);
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test('is verified with one more request', async () => {
		const { userId, groupIds } = user();
		const added = [...node.sandbox.state.groups.keys()].find((id) => !groupIds.includes(id));
		const run = await update({ firstName: 'Ada', groupIds: [added] });
		expect(records(run)).toEqual([{ success: true, userId, verified: true }]);
		expect(node.sandbox.requests.map(({ operation }) => operation)).toEqual([
			'user.update',
			'user.get',
		]);
	});

	test('states which fields the record does not show', async () => {
		const { userId } = user();
		node.sandbox.faults.change('user.get', { firstName: undefined });
		const run = await update({ firstName: 'Ada', lastName: 'Berg' });
		expect(records(run)).toEqual([
			{ success: true, userId, verified: false, notVerified: ['firstName'] },
		]);
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
		expect(node.sandbox.requests.map(({ operation }) => operation)).toEqual([
			'user.update',
			...Array<string>(4).fill('user.get'),
		]);
	});

	test.each<[string, IDataObject]>([
		['an added but empty field', { groupIds: [] }],
		[
			'a change set in a form of its own',
			{ additionalBody: '{ "groupIds": { "replaced": [1] } }' },
		],
	])('has no evidence of %s', async (_what, updateFields) => {
		node.sandbox.faults.add({ operation: 'user.update', status: 204 });
		expect(records(await update(updateFields))).toMatchObject([
			{ success: true, verified: false, notVerified: ['groupIds'] },
		]);
	});

	test('stands if the record cannot be read', async () => {
		const { userId } = user();
		node.sandbox.faults.add({ operation: 'user.get', status: 403 });
		const run = await update({ firstName: 'Ada', lastName: 'Berg' });
		expect(records(run)).toEqual([
			{ success: true, userId, verified: false, notVerified: ['firstName', 'lastName'] },
		]);
		expect(hintTexts(run).join()).toMatch(/^The change was made but could not be verified: /);
	});
});

test.each<[string, PathParameterName, INodeParameters]>([
	['user', 'userId', { updateFields: { firstName: 'Ada' } }],
	['thread', 'threadId', { updateFields: { name: 'Spring' } }],
	[
		'userGroup',
		'groupId',
		{ changeMode: 'desired', desiredState: '{ "groupName": "Night shift" }' },
	],
])('a verified %s has only fields of its schema', async (resource, name, form) => {
	const { engine, sandbox } = setup;
	const id = `${resource}.update` as OperationId;
	const chosen = { [name]: picked(sandbox.samples[name]), options: { verify: true } };
	const [item = {}] = records(await setup.runOperation(id, { ...form, ...chosen }));
	const schema = engine.outputSchema(nodeTypeOf(engine, id), { resource, operation: 'update' });
	const { properties } = schema as { properties: object };
	expect(item.verified).toBe(true);
	const names = [...Object.keys(item), 'notVerified'];
	expect(Object.keys(properties)).toEqual(expect.arrayContaining(names));
});

describe('User Group > Update', () => {
	const node = nodeUnderTest('integrationServiceUserGroup', {
		resource: 'userGroup',
		operation: 'update',
	});
	const group = () => recordAt(node.sandbox.state.groups.values(), 0);

	test.each([true, false])('verifies Changes only with the option: %s', async (verify) => {
		const { groupId } = group();
		const run = await node.run({
			groupId: picked(groupId),
			updateFields: { groupName: 'Night shift' },
			warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
			options: verify ? { verify } : {},
		});
		expect(records(run)).toEqual([
			{ success: true, changed: true, groupId, ...(verify ? { verified: true } : {}) },
		]);
		expect(node.sandbox.requests).toHaveLength(verify ? 2 : 1);
	});

	test('names the list that was not changed', async () => {
		const { groupId, roles } = group();
		node.sandbox.faults.change('userGroup.get', { roles });
		const change = { roles: { added: [{ role: 'AUDIT' }] }, options: { verify: true } };
		const run = await node.run({ groupId: picked(groupId), ...change }, keepGoing);
		expect(errorItem(run).message).toContain('without "AUDIT"');
		expect(errorItem(run).errorCode).toBe('not-applied');
	});
});

test('Create or Update names an object of Other Fields that is not shown', async () => {
	const { groupName } = recordAt(setup.groups(), 0);
	setup.sandbox.faults.add({ operation: 'userGroup.update', status: 204 });
	const additionalFields = { additionalBody: '{ "address": { "city": "Oslo" } }' };
	const run = await setup.runOperation('userGroup.upsert', { groupName, additionalFields });
	expect(records(run)).toMatchObject([{ verified: false, notVerified: ['address'] }]);
});
